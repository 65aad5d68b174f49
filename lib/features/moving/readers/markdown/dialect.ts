import type { FrontMatter } from "./front-matter";
import { daysOf, type MarkdownPost, type Reading } from "./markdown-post";
import type { TagRules } from "./template-tags";
import { withoutSlashAtEnd } from "../../../../text/address-parts";

/** What becomes of a file, by its place in the folder. */
export type TextPlace =
  | {
      kind: "post" | "sheet";
      isDraft?: boolean;
      /** Why it is a draft, where that may be a surprise. */
      remark?: string;
      needsFrontMatter?: boolean;
      categories?: string[];
    }
  | { skipped: string };

/** A text that tags may lead to. */
export type Target = { path: string; title: string; address: string };

export type TagContext = {
  /** The text that holds the tags. */
  path: string;
  /** Finds another text by the end of its path, with or without its ending. */
  text(wanted: string): Target | null;
};

/** How one generator of static sites keeps its texts. */
export type Dialect = Reading & {
  name: "hexo" | "hugo" | "jekyll" | "plain";
  /** The site's address, without its last slash; null where the folder does not say it. */
  site: string | null;
  /** `has` says whether the folder has a text at another path. */
  placeOf(path: string, has?: (path: string) => boolean): TextPlace;
  /** The password that the site's settings give texts with some tags. */
  passwordOf?(tags: readonly string[]): string | undefined;
  /** Why a text is not taken after all; null for one that is. */
  skipsText(post: MarkdownPost, place: TextPlace): string | null;
  /** Paths at which the old site showed a text, its own first. */
  addressesOf(post: MarkdownPost, path: string, place: TextPlace): string[];
  /** Folders that "/" of an address may mean. */
  roots: readonly string[];
  /** The folder with a text's own files; null for that of the text itself. */
  assetsOf(path: string): string | null;
  /** The mark that ends the excerpt of a text. */
  excerptMark(fields: FrontMatter): string | null;
  tagRules(context: TagContext): TagRules | null;
};

/** The path within an address, such as "/blog"; "" for a site at the top. */
export const pathOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? withoutSlashAtEnd(new URL(address).pathname) : "";

/** The path of an address as written in front matter; relative ones count from `folder`. */
function pathFrom(address: string, folder = "/"): string | null {
  const path = address.trim().replace(/^https?:\/\/[^/?#]*/i, "");
  if (path === "") return null;
  return path.startsWith("/") ? path : `${folder.replace(/\/?$/, "/")}${path}`;
}

/** Fills a pattern such as "/:year/:title/"; null where it has a name without a value. */
export function filled(pattern: string, values: Record<string, string | undefined>): string | null {
  const missing: string[] = [];
  const path = pattern.replace(/:(\w+)/g, (_all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) missing.push(name);
    return value ?? "";
  });
  return missing.length === 0 ? `/${path}`.replace(/\/{2,}/g, "/") : null;
}

/** The names in patterns that a date stands for, once for each day that the text may be dated. */
export function datesOf(post: MarkdownPost): Record<string, string>[] {
  const [, time = "00:00:00"] = /\d[T ](\d{2}:\d{2}:\d{2})/.exec(post.fields.text("date") ?? "") ?? [];
  const [hour = "", minute = "", second = ""] = time.split(":");
  return daysOf(post).map((day) => {
    const [year = "", month = "", date = ""] = day.split("-");
    const start = Date.UTC(Number(year), 0, 1);
    const dayOfYear = String((Date.parse(day) - start) / 86_400_000 + 1).padStart(3, "0");
    return {
      year,
      month,
      day: date,
      hour,
      minute,
      second,
      i_month: String(Number(month)),
      i_day: String(Number(date)),
      short_year: year.slice(2),
      y_day: dayOfYear,
      yearday: dayOfYear,
      dayofyear: dayOfYear,
    };
  });
}

/** The path without its ending, below a folder. */
export const stemBelow = (path: string, folder: string): string =>
  (path.startsWith(folder) ? path.slice(folder.length) : path).replace(/\.[^./]+$/, "");

/** Former addresses that front matter names. */
export function aliasesOf(fields: FrontMatter, folder = "/"): string[] {
  return ["aliases", "alias", "redirect_from"].flatMap((name) => {
    const value = fields.value(name);
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) => (typeof text === "string" ? (pathFrom(text, folder) ?? []) : []));
  });
}

/** An address that front matter gives whole. */
export function ownAddress(fields: FrontMatter): string | null {
  const text = fields.text("permalink", "url");
  return text === undefined || text.includes(":", text.indexOf("//") + 1) ? null : pathFrom(text);
}
