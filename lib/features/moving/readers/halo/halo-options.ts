import type { OptionRecord } from "../../records";
import type { LeftOut } from "../../reading";
import { meantSiteLocale } from "../../../../core/languages";
import type { HaloRow } from "./halo-rows";
import { textOf } from "./halo-rows";

/** Halo's options that this site has as well. */
const taken: Record<string, { option: string; read(value: string): string | number | boolean | null }> = {
  blog_title: { option: "site_title", read: (text) => text.trim() || null },
  seo_description: { option: "site_description", read: (text) => text.trim() || null },
  blog_locale: {
    option: "site_locale",
    read: (text) => meantSiteLocale(text) ?? null,
  },
  post_index_page_size: { option: "posts_per_page", read: (text) => within(text, 1, 100) },
  rss_page_size: { option: "feed_size", read: (text) => within(text, 1, 100) },
  comment_page_size: { option: "comment_page_size", read: (text) => within(text, 1, 100) },
  comment_new_need_check: {
    option: "comment_new_need_check",
    read: (text) => (text === "true" ? true : text === "false" ? false : null),
  },
};

function within(text: string, least: number, most: number): number | null {
  const number = Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

const isSecret = (key: string): boolean => /password|secret|access_?key|api_?key|token|credential|private/i.test(key);
const ofAddresses = /permalink_type$|_prefix$|^path_suffix$|^blog_url$/;

function whyLeft(key: string): string {
  if (isSecret(key)) return "secrets are not taken over; enter it anew where it is needed";
  if (ofAddresses.test(key)) return "it made the old addresses, which lead on to the new ones";
  return "this site has no such setting";
}

/** The options that are taken over, and the others by their names, never with their values. */
export function optionsOf(rows: readonly HaloRow[]): { records: OptionRecord[]; left: LeftOut[] } {
  const records: OptionRecord[] = [];
  const left: LeftOut[] = [];
  for (const row of rows) {
    const key = textOf(row, "key");
    const own = Object.hasOwn(taken, key) ? taken[key] : undefined;
    const value = own?.read(textOf(row, "value")) ?? null;
    if (own && value !== null && !records.some(({ option }) => option === own.option))
      records.push({ kind: "option", source: key, warnings: [], oldAddresses: [], option: own.option, value });
    else
      left.push({
        what: `option ${key}`,
        kind: "option",
        count: 1,
        why: own ? "its value is none of this setting" : whyLeft(key),
      });
  }
  return { records, left };
}
