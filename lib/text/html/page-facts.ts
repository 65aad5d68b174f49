import { readTokens } from "./html-tokens";

export type PageFacts = {
  name: string;
  description: string;
  /** Addresses of its icons as it writes them, the largest first. */
  icons: string[];
};

/** The part of a foreign page that is read; its head is at the beginning. */
const MOST_CHARACTERS = 262_144;

/** Where a page gives no size: an icon for telephones is 180 pixels wide, one for tabs 16. */
const usualWidth = (rel: readonly string[]) => (rel.includes("apple-touch-icon") ? 180 : 16);
const widthOf = (sizes: string, rel: readonly string[]): number =>
  sizes === "any" ? 1000 : Number.parseInt(sizes, 10) || usualWidth(rel);

/**
 * What a foreign page says of itself in its head. Read token by token, since a hostile page may be nested too deeply
 * for a tree; whatever it writes is only a proposal.
 */
export function readPage(html: string): PageFacts {
  const metas = new Map<string, string>();
  const icons: { address: string; width: number }[] = [];
  let title: string | undefined;
  let isInTitle = false;
  readTokens(html.slice(0, MOST_CHARACTERS), {
    tag: ({ tagName, attrs }, isStart) => {
      if (tagName === "title") isInTitle = isStart && title === undefined;
      if (!isStart) return;
      const given = (name: string) => attrs.find((each) => each.name === name)?.value.trim() ?? "";
      const key = (given("property") || given("name")).toLowerCase();
      if (tagName === "meta" && key !== "" && !metas.has(key)) metas.set(key, given("content"));
      const rel = given("rel").toLowerCase().split(/\s+/);
      if (tagName === "link" && given("href") !== "" && (rel.includes("icon") || rel.includes("apple-touch-icon")))
        icons.push({ address: given("href"), width: widthOf(given("sizes"), rel) });
    },
    text: (characters) => {
      if (isInTitle) title = (title ?? "") + characters;
    },
  });
  const words = (...texts: (string | undefined)[]) =>
    texts.map((text) => text?.replace(/\s+/g, " ").trim()).find(Boolean) ?? "";
  return {
    name: words(metas.get("og:site_name"), title, metas.get("og:title")),
    description: words(metas.get("description"), metas.get("og:description")),
    icons: icons.sort((a, b) => b.width - a.width).map(({ address }) => address),
  };
}
