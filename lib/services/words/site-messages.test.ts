import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { siteLocales } from "../../core/languages";
import { siteGroups } from "./messages";
import { mailsOf } from "./sentences";
import { siteMessagesOf } from "./site-messages";

type Words = { [name: string]: string | Words };

/** Each text with its path, "search.count". */
const textsIn = (words: Words, path = ""): [path: string, text: string][] =>
  Object.entries(words).flatMap(([name, text]) =>
    typeof text === "string" ? [[path + name, text] as [string, string]] : textsIn(text, `${path}${name}.`),
  );
const siteTexts = (locale: (typeof siteLocales)[number]): Map<string, string> => {
  const { editor, ...words } = siteMessagesOf(locale);
  return new Map(
    textsIn({ ...Object.fromEntries(siteGroups.map((name) => [name, words[name]])), shared: editor.shared }),
  );
};
/** The names of what is filled in. */
const namesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].flatMap(([, name]) => name ?? []))].sort();

const english = siteTexts("en");
const englishMails = new Map(textsIn(mailsOf("en")));

describe.each(siteLocales)("the words of visitors in %s", (locale) => {
  it("are complete, with the same parts filled in", () => {
    for (const [told, expected] of [
      [siteTexts(locale), english],
      [new Map(textsIn(mailsOf(locale))), englishMails],
    ] as const) {
      expect([...told.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [path, text] of told) expect([path, namesIn(text)]).toEqual([path, namesIn(expected.get(path) ?? "")]);
    }
  });

  it("can be filled in for none, one and many, with a word of its own for each", () => {
    const messages = siteMessagesOf(locale);
    const translate = createTranslator({
      locale,
      messages,
      onError: (error) => {
        throw error;
      },
    }) as (path: string, values: Record<string, string | number>) => string;
    for (const [path, text] of siteTexts(locale)) {
      const values = Object.fromEntries(namesIn(text).map((name) => [name, name === "count" ? 0 : `‹${name}›`]));
      for (const count of [0, 1, 2, 1000]) {
        const filled = translate(path.replace(/^shared/, "editor.shared"), { ...values, count });
        const shown = namesIn(text).filter((name) => name !== "count" && filled.includes(`‹${name}›`));
        expect([path, filled.trim() !== "", shown]).toEqual([
          path,
          true,
          namesIn(text).filter((name) => name !== "count"),
        ]);
      }
    }
  });

  it("differ from the English ones", () => {
    if (locale === "en") return;
    const same = [...siteTexts(locale)].filter(([path, text]) => text === english.get(path) && /\p{L}{9}/u.test(text));
    expect(same).toEqual([]);
  });
});
