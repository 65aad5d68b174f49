import { getSchema } from "@tiptap/core";
import { EditorState, Plugin, TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { parseHtml } from "../../lib/text/html/parse-html";
import { render } from "../../lib/text/markdown/render";
import { addFootnote, numberFootnotes } from "./rich-footnotes";
import { docOf } from "./rich-from-html";
import { richSchema } from "./rich-schema";
import { htmlOf } from "./rich-to-html";
import { countPieces, markdownSourceOf, richSourceOf } from "./rich-convert";

const schema = getSchema(richSchema);
const rendered = async (editorType: "MARKDOWN" | "RICHTEXT", originalContent: string) =>
  (await render({ editorType, originalContent, keepRaw: false })).html;

const opened = (html: string) =>
  EditorState.create({
    doc: schema.nodeFromJSON(docOf(parseHtml(html))),
    plugins: [new Plugin({ appendTransaction: numberFootnotes })],
  });

/** The state with a footnote behind these words, and what is written into it. */
function withNote(state: EditorState, words: string, note: string): EditorState {
  let at = 0;
  state.doc.descendants((node, pos) => {
    if (node.isText && node.text?.includes(words)) at = pos + node.text.indexOf(words) + words.length;
  });
  const tr = state.tr.setSelection(TextSelection.create(state.doc, at));
  expect(addFootnote(tr)).toBe(true);
  const added = state.apply(tr);
  return added.apply(added.tr.insertText(note));
}

/** The text and its footnotes with their numbers. */
function shown(state: EditorState): string[] {
  const lines: string[] = [];
  state.doc.descendants((node) => {
    if (node.type.name === "footnoteText") {
      lines.push(`${node.attrs.number}: ${node.textContent}`);
      return false;
    }
    if (!node.isTextblock) return true;
    let line = "";
    node.forEach((each) => (line += each.type.name === "footnote" ? `[${each.attrs.number}]` : (each.text ?? "")));
    lines.push(line);
    return false;
  });
  return lines;
}

const sources = [
  "One[^a] two[^b] again[^a].\n\n[^b]: Note *b*.\n[^a]: Note a\n\n    - with a list",
  "**One**[^1]\n\n[^1]: A\n\n    B",
  "One[^a]\n\n[^a]: Note with another[^b].\n\n[^b]: Note *b*.\n\n> Quote",
];

describe("footnotes in rich text", () => {
  it("can be edited, and are written as they are rendered", async () => {
    for (const source of sources) {
      const before = await rendered("MARKDOWN", source);
      expect(countPieces(before)).toBe(0);
      expect(await rendered("RICHTEXT", richSourceOf(before))).toBe(before);
      expect(await rendered("MARKDOWN", markdownSourceOf(before))).toBe(before);
    }
  });

  it("that do not belong together stay the pieces that they were", async () => {
    const open = await rendered("MARKDOWN", "One[^1]\n\ntwo[^2]\n\n[^1]: A\n[^2]: B");
    const inside = await rendered("RICHTEXT", open.replace(/<p>two.*<\/p>/, "<details>$&</details>"));
    expect(countPieces(inside)).toBeGreaterThan(2);
    expect(await rendered("RICHTEXT", richSourceOf(inside))).toBe(inside);
    const alone = '<p>One<sup><a href="#t-fn-1" data-footnote-ref="">1</a></sup></p>';
    expect(countPieces(alone)).toBe(1);
  });

  it("are added where the cursor is, and numbered in the order of the text", () => {
    let state = withNote(opened("<p>One two three</p>"), "two", "Second");
    state = withNote(state, "three", "Third");
    state = withNote(state, "One", "First");
    expect(shown(state)).toEqual(["One[1] two[2] three[3]", "1: First", "2: Second", "3: Third"]);
    const html = htmlOf(state.doc);
    expect(shown(opened(html))).toEqual(shown(state));
    expect(html).toContain(">1</a></sup> two");
    // None in a footnote, and none in code.
    const inNote = state.tr.setSelection(TextSelection.atEnd(state.doc));
    expect(addFootnote(inNote)).toBe(false);
    expect(addFootnote(opened("<pre><code>code</code></pre>").tr)).toBe(false);
  });

  it("go with their last sign, unless that is cut out to stand elsewhere", () => {
    let state = withNote(opened("<p>One</p><p>two</p>"), "One", "First");
    state = withNote(state, "two", "Second");
    const sign = state.doc.firstChild?.content.size ?? 0;
    expect(shown(state.apply(state.tr.delete(sign, sign + 1)))).toEqual(["One", "two[1]", "1: Second"]);
    const cut = state.tr.delete(sign, sign + 1).setMeta("uiEvent", "cut");
    const without = state.apply(cut);
    expect(shown(without)).toEqual(["One", "two[1]", "1: Second", "0: First"]);
    const node = state.doc.nodeAt(sign);
    if (!node) throw new Error("there is no sign");
    const end = without.doc.child(0).nodeSize + without.doc.child(1).nodeSize - 1;
    expect(shown(without.apply(without.tr.insert(end, node)))).toEqual(["One", "two[1][2]", "1: Second", "2: First"]);
  });

  it("leave no sign behind when they are deleted", () => {
    const state = withNote(opened("<p>One</p>"), "One", "First");
    const list = state.doc.child(1);
    const at = state.doc.child(0).nodeSize;
    expect(shown(state.apply(state.tr.delete(at, at + list.nodeSize)))).toEqual(["One"]);
  });
});
