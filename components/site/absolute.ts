/** An address seen from outside the site; undefined where there is none, or none that can be read. */
export const absolute = (address: string | undefined, base: string): string | undefined =>
  address && URL.canParse(address, base) ? new URL(address, base).href : undefined;

const unescape = (value: string): string => value.replaceAll("&#x26;", "&").replaceAll("&amp;", "&");
const escape = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const tag = /<[a-z](?:[^>"]|"[^"]*")*>/gi;
const address = /(\s(?:href|src|poster|cite)=")([^"]*)"/gi;
const sources = /(\ssrcset=")([^"]*)"/gi;

/** Our own HTML (attributes in double quotes, `<` always escaped in text) with every address absolute, for readers elsewhere. */
export function absoluteHtml(html: string, base: string): string {
  const outside = (value: string) => absolute(unescape(value), base) ?? unescape(value);
  const outsideAll = (value: string) =>
    value
      .split(/,\s+/)
      .map((source) => source.trim().replace(/^\S+/, outside))
      .join(", ");
  return html.replace(tag, (whole) =>
    whole
      .replace(address, (_, start: string, value: string) => `${start}${escape(outside(value))}"`)
      .replace(sources, (_, start: string, value: string) => `${start}${escape(outsideAll(value))}"`),
  );
}
