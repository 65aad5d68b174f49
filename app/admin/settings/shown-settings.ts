import { getTranslations } from "next-intl/server";
import type { ShownSetting } from "../../../components/settings/shown-setting";
import { isKnown, type OptionKey } from "../../../lib/core/settings";
import { read } from "../../../lib/doors/page";
import { listSettings } from "../../../lib/features/options/queries";

/** The names of all time zones, these among them. */
const zonesWith = (...others: string[]): string[] =>
  [...new Set([...Intl.supportedValuesOf("timeZone"), ...others])].sort();

/** Every setting with its words, which come with the pages that need them. */
export async function readSettings(): Promise<ShownSetting[]> {
  const [all, t] = await Promise.all([read(listSettings, {}), getTranslations("options")]);
  return all.flatMap(({ description: _description, key, ...rest }): ShownSetting[] => {
    if (!isKnown(key)) return [];
    const choices = rest.kind === "zone" ? zonesWith(rest.fallback, rest.value) : rest.choices;
    const named = choices?.filter((choice) => t.has(`${key}.choices.${choice}`)) ?? [];
    return [
      {
        ...rest,
        choices,
        key,
        label: t(`${key}.label`),
        text: t(`${key}.text`),
        ...(t.has(`${key}.wrong`) && { wrong: t(`${key}.wrong`) }),
        names: Object.fromEntries(named.map((choice) => [choice, t(`${key}.choices.${choice}`)])),
      },
    ];
  });
}

/** The setting that an address names. */
export const foundSetting = (setting: string | string[] | undefined): OptionKey | null =>
  typeof setting === "string" && isKnown(setting) ? setting : null;
