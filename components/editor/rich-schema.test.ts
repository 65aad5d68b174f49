import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { richSchema } from "./rich-schema";

const schema = getSchema(richSchema);
const site = "https://site.example/admin/posts/1";

/** Whether a link with this address is taken from HTML that somebody pastes. */
function isTaken(href: string): boolean {
  const [rule] = schema.marks.link?.spec.parseDOM ?? [];
  if (!rule || !("getAttrs" in rule) || !rule.getAttrs) throw new Error("links are not read from HTML");
  return rule.getAttrs({ getAttribute: () => href } as never) !== false;
}

/** The address of a link in the editor's page; undefined where it leads nowhere. */
function shown(href: string): unknown {
  const drawn: unknown = schema.marks.link?.spec.toDOM?.(schema.mark("link", { href }), true);
  if (!Array.isArray(drawn)) throw new Error("links are not drawn");
  return (drawn[1] as { href?: string }).href;
}

const blanks = fc.string({
  unit: fc.integer({ min: 0, max: 0x20 }).map((code) => String.fromCodePoint(code)),
  maxLength: 3,
});
const hidden = fc
  .tuple(
    fc.constantFrom("javascript:", "vbscript:", "data:", "file:", "blob:", "JavaScript:", "about:", "view-source:"),
    blanks,
    fc.array(fc.tuple(fc.nat(12), fc.constantFrom("\t", "\n", "\r")), { maxLength: 4 }),
  )
  .map(([scheme, before, signs]) => {
    let address = scheme;
    for (const [at, sign] of signs) address = address.slice(0, at) + sign + address.slice(at);
    return `${before}${address}alert(1)`;
  });

describe("an address in rich text", () => {
  it("leads to no script, however browsers are made to read one", () =>
    fc.assert(
      fc.property(fc.oneof(hidden, fc.string({ unit: "binary" })), (address) => {
        const read = URL.canParse(address, site) ? new URL(address, site).protocol : "";
        if (/^(?:https?|mailto|tel):$/.test(read)) return;
        expect([isTaken(address), shown(address)]).toEqual([false, undefined]);
      }),
      { numRuns: 2000 },
    ));

  it("is kept where it leads to readers' pages", () => {
    for (const address of [
      "/archives/go",
      "#tides",
      "https://a.example/?q=a:b",
      "mailto:a@a.example",
      "tel:+1",
      "go.html",
    ])
      expect([isTaken(address), shown(address)]).toEqual([true, address]);
  });
});
