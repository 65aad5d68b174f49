import { EditorState, type StateCommand } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { commands } from "./commands";

/** Runs a command on a text in which `[` and `]` (or `|`) mark the selection; returns the result in the same form. */
function after(command: StateCommand, marked: string): string {
  const from = marked.search(/[‹|]/);
  const to = marked.includes("›") ? marked.indexOf("›") - 1 : from;
  let state = EditorState.create({ doc: marked.replace(/[‹›|]/g, ""), selection: { anchor: from, head: to } });
  command({ state, dispatch: (transaction) => void (state = transaction.state) });
  const { from: start, to: end } = state.selection.main;
  const text = state.doc.toString();
  return start === end
    ? `${text.slice(0, start)}^${text.slice(start)}`
    : `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`;
}

describe("writing commands", () => {
  it("put marks around a selection, and take them away again", () => {
    expect(after(commands.bold, "a ‹b› c")).toBe("a **‹b›** c");
    expect(after(commands.bold, "a **‹b›** c")).toBe("a ‹b› c");
    expect(after(commands.italic, "**‹b›**")).toBe("***‹b›***");
    expect(after(commands.italic, "***‹b›***")).toBe("**‹b›**");
    expect(after(commands.inlineCode, "a |b")).toBe("a `^`b");
  });

  it("begin lines with a mark, replacing another of its kind", () => {
    expect(after(commands.heading2, "x\n### ti‹tle›")).toBe("x\n## ti‹tle›");
    expect(after(commands.heading2, "## |title")).toBe("^title");
    expect(after(commands.list, "‹a\nb›")).toBe("- ‹a\n- b›");
    expect(after(commands.tasks, "- |a")).toBe("- [ ] ^a");
    expect(after(commands.quote, "|a")).toBe("> ^a");
  });

  it("put blocks on lines of their own", () => {
    expect(after(commands.codeBlock, "one|")).toBe("one\n\n```^\n\n```\n");
    expect(after(commands.divider, "|")).toBe("---\n\n^\n");
    expect(after(commands.footnote, "one| two")).toBe("one[^1] two\n\n[^1]: ^");
    expect(after(commands.footnote, "‹one› two[^1]\n\n[^1]: Note\n")).toBe("one[^2] two[^1]\n\n[^1]: Note\n[^2]: ^");
    expect(after(commands.codeBlock, "|\nnext")).toBe("```^\n\n```\nnext");
  });
});
