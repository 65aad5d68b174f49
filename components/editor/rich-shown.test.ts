import { getSchema } from "@tiptap/core";
import { EditorState } from "@tiptap/pm/state";
import type { DecorationSet } from "@tiptap/pm/view";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseHtml } from "../../lib/text/html/parse-html";
import { docOf } from "./rich-from-html";
import { richSchema } from "./rich-schema";
import { shownPlugin } from "./rich-shown";

const schema = getSchema(richSchema);
const picture = '<img src="/uploads/a.png" alt="">';
const source = [
  "<p>One</p>",
  `<p>${picture}</p>`,
  `<p>${picture}<br>${picture}</p>`,
  `<p>words ${picture}</p>`,
  '<pre><code data-lines="2-3">a\nb\n\nc\n</code></pre>',
  `<blockquote><p>${picture}</p></blockquote>`,
  "<p>Last</p>",
].join("");
const begun = () =>
  EditorState.create({ doc: schema.nodeFromJSON(docOf(parseHtml(source))), plugins: [shownPlugin()] });

/** What is shown of each place, with the text or the kind of node in it. */
function shownIn(state: EditorState): string[] {
  const [plugin] = state.plugins;
  const seen = plugin?.getState(state) as DecorationSet;
  // What a decoration adds is no part of its public type.
  return (seen.find() as unknown as { from: number; to: number; type: { attrs: { class: string } } }[])
    .map(({ from, to, type }) => `${from} ${to} ${type.attrs.class} ${state.doc.textBetween(from, to, "|", "*")}`)
    .sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
}

describe("what rich text shows as readers see it", () => {
  it("is a picture alone, a gallery, and marked lines, wherever they stand", () => {
    expect(shownIn(begun()).map((each) => each.replace(/^\d+ \d+ /, ""))).toEqual([
      "pictured *",
      "gallery ***",
      "line b\n",
      "line \n",
      "pictured *",
    ]);
  });

  it("follows every change as if the text had been opened anew", () => {
    const change = fc.record({ at: fc.nat(200), length: fc.nat(12), words: fc.constantFrom("", "x", "y z") });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        let state = begun();
        for (const { at, length, words } of changes) {
          const { size } = state.doc.content;
          const from = Math.min(at, size);
          const tr = state.tr.deleteRange(from, Math.min(size, from + length));
          if (words !== "" && tr.doc.resolve(Math.min(from, tr.doc.content.size)).parent.inlineContent)
            tr.insertText(words, Math.min(from, tr.doc.content.size));
          state = state.apply(tr);
        }
        const anew = EditorState.create({ doc: state.doc, plugins: [shownPlugin()] });
        expect(shownIn(state)).toEqual(shownIn(anew));
      }),
    );
  });
});
