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

/** All classes of what the editor's page shows of a block with these fields. */
function classesOf(name: string, attrs: Record<string, unknown>): string[] {
  const drawn: unknown = schema.nodes[name]?.spec.toDOM?.(schema.nodes[name].create(attrs));
  const found: string[] = [];
  const look = (element: unknown) => {
    if (!Array.isArray(element)) return;
    for (const part of element) {
      look(part);
      if (typeof part === "object" && part !== null && "class" in part && part.class !== null)
        found.push(...String(part.class).split(/\s+/).filter(Boolean));
    }
  };
  look(drawn);
  return found;
}

describe("a field of a block in rich text", () => {
  const fields: [block: string, field: string, shown: RegExp][] = [
    ["heading", "align", /^align-(?:left|center|right|justify)$/],
    ["paragraph", "align", /^align-(?:left|center|right|justify)$/],
    ["tableCell", "align", /^align-(?:left|center|right|justify)$/],
    ["tableHeader", "align", /^align-(?:left|center|right|justify)$/],
    ["callout", "kind", /^admonition(?:-[a-z]{1,20})?$/],
    ["codeBlock", "language", /^language-\S{1,64}$/],
  ];

  it("names no class of the dashboard's, whatever the clipboard of another page says", () => {
    const words = fc.oneof(fc.constantFrom("x fixed inset-0 z-50", "x\tfixed", "x\ffixed", ["fixed"]), fc.string());
    fc.assert(
      fc.property(fc.constantFrom(...fields), words, ([block, field, shown], value) => {
        for (const name of classesOf(block, { [field]: value })) expect(name).toMatch(shown);
      }),
      { numRuns: 2000 },
    );
  });

  it("is shown where it is one", () => {
    expect(classesOf("heading", { align: "center" })).toEqual(["align-center"]);
    expect(classesOf("callout", { kind: "warning" })).toEqual(["admonition", "admonition-warning"]);
    expect(classesOf("codeBlock", { language: "c++" })).toEqual(["language-c++"]);
  });
});
