import fc from "fast-check";
import { expect, it } from "vitest";
import { costOf } from "../../../../testing/cost";
import { ghostBody } from "./body";
import { withoutGated } from "./gates";
import { Row } from "./row";

const begin = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" -->';
const end = "<!--kg-gated-block:end-->";
const SECRET = "SECRET";

const bodyOf = (
  fields: Record<string, unknown>,
  status: "PUBLISHED" | "INTIMATE" = "PUBLISHED",
  as: "richtext" | "markdown" = "richtext",
) => {
  const warnings: string[] = [];
  return { ...ghostBody(new Row(fields), status, { site: "", as }, warnings), warnings };
};

it.each([
  [`a${begin}x${end}b`, "ab", 1],
  [`a${begin}x${end}b${begin}y${end}c`, "abc", 2],
  [`a${begin}x${begin}y${end}z${end}b`, "ab", 1],
  [`a${begin}x`, "a", 1],
  [`a${end}b`, "ab", 0],
  [`a${begin}x<!--kg-gated-block:end`, "a", 1],
  ["nothing", "nothing", 0],
])("cuts gated parts: %s", (text, expected, cut) => {
  expect(withoutGated(text)).toEqual({ text: expected, cut });
});

/** Pieces of HTML around, in which marks may stand in odd places. */
const open = fc.constantFrom(
  "<p>open</p>",
  '<a title="',
  '">',
  "<script>",
  "</script>",
  "<!--",
  "-->",
  "<pre>",
  "&lt;",
  "x",
  end,
);
const gatedPart = fc
  .array(
    fc.oneof(
      fc.constant(`<p>${SECRET}</p>`),
      fc.constant(`${begin}${SECRET}${end}`),
      fc.constantFrom("<div>", '"', "-->", "<!--"),
    ),
    { maxLength: 5 },
  )
  .map((parts) => begin + parts.join("") + end);

it("never lets a gated part through, whatever stands around it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(open, gatedPart), { maxLength: 20 }),
      fc.constantFrom("richtext" as const, "markdown" as const),
      (parts, as) => {
        const html = parts.join("");
        for (const fields of [
          { html },
          { markdown: html },
          { lexical: lexical([{ type: "html", html }]) },
          { lexical: lexical([{ type: "markdown", markdown: html }]) },
        ])
          expect(bodyOf(fields, "PUBLISHED", as).originalContent).not.toContain(SECRET);
      },
    ),
    { numRuns: 300 },
  );
});

const lexical = (children: unknown[]): string => JSON.stringify({ root: { type: "root", children } });
const everybody = { web: { nonMember: true, memberSegment: "status:free,status:-free" } };
const hidden = [
  { web: { nonMember: false, memberSegment: "status:free,status:-free" } },
  { web: { nonMember: true, memberSegment: "" } },
  { web: { nonMember: false } },
  { web: {} },
  { web: "no" },
  { showOnWeb: false, showOnEmail: true, segment: "" },
  { emailOnly: true },
];

it("never lets a gated card through, however deep it lies and whatever it is", () => {
  const cards = fc.constantFrom(
    { type: "html", html: SECRET },
    { type: "markdown", markdown: SECRET },
    { type: "callout", calloutText: SECRET },
    { type: "toggle", heading: SECRET, content: SECRET },
    { type: "image", src: "/a.png", caption: SECRET },
    { type: "product", productTitle: SECRET },
    { type: "call-to-action", textValue: SECRET, buttonText: SECRET, buttonUrl: "/x" },
    { type: "paragraph", children: [{ type: "text", text: SECRET, format: 0 }] },
  );
  const gated = fc.tuple(cards, fc.constantFrom(...hidden)).map(([card, visibility]) => ({ ...card, visibility }));
  const shown = fc.constant({ type: "html", html: "<p>SHOWN</p>", visibility: everybody });
  const node = fc.letrec((tie) => ({
    node: fc.oneof(
      gated,
      shown,
      fc.record({
        type: fc.constantFrom("paragraph", "list", "listitem", "aside", "unknown"),
        children: fc.array(tie("node"), { maxLength: 3 }),
      }),
    ),
  })).node;
  fc.assert(
    fc.property(fc.array(node, { maxLength: 5 }), (children) => {
      const { originalContent } = bodyOf({ lexical: lexical(children) });
      expect(originalContent).not.toContain(SECRET);
      const shownCount = JSON.stringify(children).split("SHOWN").length;
      expect(originalContent.split("SHOWN")).toHaveLength(shownCount);
    }),
    { numRuns: 300 },
  );
});

it("cuts gated cards of the earlier editor, and of a text that is only one card", () => {
  const mobiledoc = (cards: unknown[], sections: unknown[]) =>
    JSON.stringify({ version: "0.3.1", atoms: [], markups: [], cards, sections });
  const visibility = { web: { nonMember: false } };
  const two = mobiledoc(
    [
      ["html", { html: SECRET, visibility }],
      ["html", { html: "<p>open</p>" }],
    ],
    [
      [10, 0],
      [10, 1],
    ],
  );
  expect(bodyOf({ mobiledoc: two }).originalContent).toContain("open");
  expect(bodyOf({ mobiledoc: two }).originalContent).not.toContain(SECRET);
  const one = mobiledoc([["markdown", { markdown: SECRET, visibility }]], [[10, 0]]);
  expect(bodyOf({ mobiledoc: one }).originalContent).not.toContain(SECRET);
  expect(bodyOf({ lexical: lexical([{ type: "markdown", markdown: SECRET, visibility }]) }).originalContent).toBe("");
});

it("does not take the HTML of a card's text where the card was cut", () => {
  const fields = {
    html: `<p>open</p>${begin}${SECRET}${end}`,
    lexical: lexical([{ type: "markdown", markdown: SECRET, visibility: hidden[0] }]),
  };
  expect(bodyOf(fields).originalContent).not.toContain(SECRET);
});

it("keeps gated parts of what nobody else reads, and warns of them", () => {
  const { originalContent, warnings } = bodyOf({ html: `${begin}${SECRET}${end}` }, "INTIMATE");
  expect(originalContent).toContain(SECRET);
  expect(
    bodyOf({ lexical: lexical([{ type: "html", html: SECRET, visibility: hidden[0] }]) }, "INTIMATE"),
  ).toMatchObject({
    originalContent: SECRET,
    warnings,
  });
  expect(warnings).toEqual(["Parts of it were for some readers only; look at it before you publish it."]);
});

it("takes the mark of members' texts away, and keeps the text of a public one", () => {
  expect(bodyOf({ html: "<p>a</p><!--members-only--><p>b</p>" }).originalContent).toBe("<p>a</p><p>b</p>");
});

it("cuts a megabyte of marks in time", () => {
  const { cost } = costOf(() => {
    withoutGated(begin.repeat(20_000));
    withoutGated("<!--kg-gated-block:end".repeat(50_000));
    withoutGated("<!--   ".repeat(150_000));
  });
  expect(cost).toBeLessThan(3000);
});
