import { getSchema } from "@tiptap/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { parseHtml } from "../../lib/text/html/parse-html";
import { elementsBelow } from "../../lib/text/html/write-html";
import { render } from "../../lib/text/markdown/render";
import { docOf } from "./rich-from-html";
import { article } from "./rich-samples";
import { richSchema } from "./rich-schema";
import { htmlOf } from "./rich-to-html";
import { markdownOfDoc } from "./rich-to-markdown";

type Part = { type: string; attrs?: Record<string, unknown>; marks?: Part[]; content?: Part[] };

const schema = getSchema(richSchema);

/** All nodes and marks of a document. */
const partsOf = (part: Part): Part[] => [
  part,
  ...(part.marks ?? []),
  ...(part.content ?? []).flatMap((each) => partsOf(each)),
];

const fieldsOf = ({ type }: Part): string[] =>
  Object.keys(schema.nodes[type]?.spec.attrs ?? schema.marks[type]?.spec.attrs ?? {});

const markup = [
  'x"><mark>',
  "x><mark",
  "2><mark></h2><h2",
  '{"x><mark y":true}',
  '{"a":["><mark>"]}',
  '"><mark>',
  "-><mark>",
];
const odd = fc.oneof(
  fc.constantFrom<unknown>(...markup, "{", "null", "[1", "1e9", {}, [], ["><mark>"]),
  fc.jsonValue(),
);

it("no field of a rich text becomes an element, or keeps it from being written, whatever a page that was copied from has put there", async () => {
  const { html } = await render({ editorType: "MARKDOWN", originalContent: article, keepRaw: false });
  const doc = docOf(parseHtml(html)) as Part;
  const fields = partsOf(doc).flatMap((part) => fieldsOf(part).map((name) => [part, name] as const));
  const kinds = new Map(fields.map(([part, name]) => [`${part.type}.${name}`, [part, name] as const]));
  // What is raw is shown as what it is.
  for (const kind of kinds.keys()) if (kind.startsWith("raw")) kinds.delete(kind);
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(["heading.level", "callout.kind", "codeBlock.title", "footnote.name", "link.others"]),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds.values()), odd, async ([part, name], value) => {
      const before = part.attrs;
      part.attrs = { ...before, [name]: value };
      try {
        const node = schema.nodeFromJSON(doc);
        const isMarked = (text: string) =>
          [...elementsBelow(parseHtml(text))].some(({ tagName }) => tagName === "mark");
        const shown = await render({ editorType: "MARKDOWN", originalContent: markdownOfDoc(node), keepRaw: false });
        expect([isMarked(htmlOf(node)), isMarked(shown.html)]).toEqual([false, false]);
      } finally {
        if (before) part.attrs = before;
        else delete part.attrs;
      }
    }),
    { numRuns: 200 },
  );
});
