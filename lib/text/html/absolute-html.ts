import { withAttributes } from "./html-tokens";

const single = new Set(["href", "src", "poster", "cite"]);

/** Our own HTML with absolute addresses, for feed readers. */
export function absoluteHtml(html: string, base: string): string {
  const outside = (address: string) =>
    address !== "" && URL.canParse(address, base) ? new URL(address, base).href : address;
  const outsideAll = (sources: string) =>
    sources
      .split(/,\s+/)
      .map((source) => source.trim().replace(/^\S+/, outside))
      .join(", ");
  return withAttributes(html, ({ name, value }) =>
    single.has(name) ? outside(value) : name === "srcset" ? outsideAll(value) : undefined,
  );
}
