import { describe, expect, it } from "vitest";
import { optionGroups } from "../../lib/core/setting-kinds";
import { locales } from "../../lib/core/languages";
import { known, optionKeys } from "../../lib/core/settings";
import { messagesOf } from "../../lib/services/words/messages";

type Words = Record<string, { label?: string; text?: string; choices?: Record<string, string> }>;

describe.each(locales)("the settings in %s", (locale) => {
  const { options, settings } = messagesOf(locale);
  const words: Words = options;

  it("have a label and a text each, all labels different in their group, and no words too many", () => {
    expect(optionKeys.filter((key) => !words[key]?.label || !words[key].text)).toEqual([]);
    expect(Object.keys(words).sort()).toEqual([...optionKeys].sort());
    for (const group of optionGroups) {
      const labels = optionKeys.filter((key) => known(key).group === group).map((key) => words[key]?.label);
      expect(labels).toEqual([...new Set(labels)]);
    }
  });

  it("have a name for each choice, but for patterns of addresses, which are their own", () => {
    const unnamed = optionKeys.flatMap((key) =>
      (known(key).choices ?? [])
        .filter((choice) => !choice.startsWith("/") && !words[key]?.choices?.[choice])
        .map((choice) => `${key} ${choice}`),
    );
    expect(unnamed).toEqual([]);
  });

  it("have a name for each group", () => {
    expect(Object.keys(settings.group).sort()).toEqual([...optionGroups].sort());
  });
});
