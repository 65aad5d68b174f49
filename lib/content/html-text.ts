/** A tag of HTML that the sanitiser has written; an attribute may hold ">". */
const tag = /<\/?([a-z][a-z0-9]*)(?:[^>"']|"[^"]*"|'[^']*')*>/g;
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi;
const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What stands inside a line; every other element begins a new one. */
const inline = new Set("a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(" "));

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");

/**
 * The plain text of HTML as the sanitiser leaves it. Ten times as fast as parsing it once more, and
 * for text only: what comes out is shown escaped.
 */
export const htmlText = (html: string): string =>
  html
    .replace(tag, (_all, name: string) => (inline.has(name) ? "" : " "))
    .replace(entity, (_all, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      hex ? character(Number.parseInt(hex, 16)) : decimal ? character(Number(decimal)) : (named[(name ?? "").toLowerCase()] ?? ""),
    )
    .replace(/\s+/g, " ")
    .trim();
