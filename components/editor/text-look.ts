import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Uses the dashboard's variables, so that light and dark need one look. */
const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "transparent", fontSize: "0.95rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.75", overflow: "visible" },
  ".cm-content": { padding: "0 0 40vh", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 20%, transparent)",
  },
  ".cm-placeholder": { color: "var(--soft)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--due) 30%, transparent)", outline: "none" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--due) 60%, transparent)" },
  ".cm-panels": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--rule)",
    borderRadius: "8px",
    zIndex: "5",
  },
  ".cm-panels-top": { borderBottom: "1px solid var(--rule)", top: "7.4rem !important", marginBottom: ".6rem" },
  ".cm-panel.cm-search": {
    padding: ".6rem 2rem .5rem .7rem",
    fontFamily: "var(--sans)",
    lineHeight: "1.5",
  },
  ".cm-panel.cm-search > :not(br, [name=close])": { margin: ".15rem .4rem .15rem 0", verticalAlign: "middle" },
  ".cm-panel.cm-search label": {
    fontSize: ".8rem",
    display: "inline-flex",
    alignItems: "center",
    gap: ".25rem",
    margin: "0",
  },
  ".cm-panel.cm-search [name=close]": { fontSize: "1.2rem", padding: "0 .5rem", color: "var(--soft)" },
  ".cm-textfield": {
    fontSize: ".86rem",
    padding: ".3rem .5rem",
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    background: "var(--paper)",
    color: "var(--ink)",
    margin: "0",
  },
  ".cm-button": {
    fontSize: ".8rem",
    fontFamily: "var(--sans)",
    padding: ".3rem .55rem",
    border: "1px solid var(--rule)",
    borderRadius: "6px",
    background: "var(--raised)",
    backgroundImage: "none",
    color: "var(--ink)",
    margin: "0",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--rule)",
    borderRadius: "8px",
    boxShadow: "0 8px 24px #0003",
    overflow: "hidden",
    zIndex: "20",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--sans)",
    fontSize: ".88rem",
    maxHeight: "17rem",
    padding: ".25rem",
    minWidth: "13rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: ".4rem .6rem",
    borderRadius: "5px",
    display: "flex",
    justifyContent: "space-between",
    gap: "1.5rem",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    background: "color-mix(in srgb, var(--ink) 8%, transparent)",
    color: "var(--ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "620" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--soft)", fontFamily: "var(--mono)", fontSize: ".8rem" },
});

const marks = HighlightStyle.define([
  { tag: tags.heading, fontWeight: "650" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  {
    tag: [
      tags.processingInstruction,
      tags.url,
      tags.labelName,
      tags.contentSeparator,
      tags.meta,
      tags.comment,
      tags.tagName,
      tags.angleBracket,
    ],
    color: "var(--soft)",
  },
  { tag: tags.quote, color: "color-mix(in srgb, var(--ink) 82%, var(--soft))" },
  { tag: tags.monospace, color: "color-mix(in srgb, var(--ink) 88%, var(--accent))" },
]);

export const textLook = [theme, syntaxHighlighting(marks)];
