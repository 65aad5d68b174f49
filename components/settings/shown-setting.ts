import type { optionGroups } from "../../lib/core/setting-kinds";
import type { OptionKey } from "../../lib/core/settings";
import type { Setting } from "../../lib/features/options/schema";

export type Group = (typeof optionGroups)[number];

/** A setting with its words in the reader's language. */
export type ShownSetting = Omit<Setting, "description" | "key"> & {
  key: OptionKey;
  label: string;
  text: string;
  /** For a value that it does not take. */
  wrong?: string;
  /** The names of its choices. */
  names: Readonly<Record<string, string>>;
};

/** The address of a group, or of a setting in it; what visitors see has a page of its own, with a preview. */
export function settingsAddress(groups: readonly Group[], group: Group, key?: string): string {
  const page =
    group === "appearance" ? "/admin/appearance" : `/admin/settings${group === groups[0] ? "" : `/${group}`}`;
  return key ? `${page}?setting=${key}` : page;
}
