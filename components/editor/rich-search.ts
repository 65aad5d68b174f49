import type { Editor } from "@tiptap/core";
import {
  findNext,
  findPrev,
  getMatchHighlights,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  setSearchState,
} from "prosemirror-search";

type Phrases = Record<string, string>;

/** Find and replace above the text, with the words and the look of the other editor's. */
export function searchPanel(
  editor: Editor,
  parent: HTMLElement,
  phrases: Phrases,
): { open: () => void; destroy: () => void } {
  const { view } = editor;
  const word = (name: string) => phrases[name] ?? name;
  const panel = Object.assign(document.createElement("div"), { className: "editor-search", hidden: true });
  panel.role = "search";
  const field = (name: string) => {
    const input = Object.assign(document.createElement("input"), { type: "text", placeholder: word(name) });
    input.ariaLabel = word(name);
    return input;
  };
  const [wanted, replacement] = [field("Find"), field("Replace")];
  const caseBox = Object.assign(document.createElement("input"), { type: "checkbox" });
  const count = Object.assign(document.createElement("span"), { className: "count" });
  count.role = "status";

  const update = () => {
    const query = new SearchQuery({
      search: wanted.value,
      caseSensitive: caseBox.checked,
      literal: true,
      replace: replacement.value,
    });
    view.dispatch(setSearchState(view.state.tr, query));
    const found = query.valid ? getMatchHighlights(view.state).find().length : 0;
    count.textContent = wanted.value === "" ? "" : word("$ found").replace("$", String(found));
  };
  const run = (command: typeof findNext) => {
    command(view.state, view.dispatch);
    // The selection is drawn where the focus is not, too.
    view.domAtPos(view.state.selection.from).node.parentElement?.scrollIntoView({ block: "nearest" });
    update();
  };
  const close = () => {
    panel.hidden = true;
    view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search: "" })));
    view.focus();
  };
  const button = (name: string, act: () => void) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: word(name) });
    made.addEventListener("click", act);
    return made;
  };
  const label = document.createElement("label");
  label.append(caseBox, word("match case"));
  const row = (...parts: HTMLElement[]) => {
    const line = document.createElement("div");
    line.append(...parts);
    return line;
  };
  const closer = button("close", close);
  panel.append(
    row(
      wanted,
      button("previous", () => run(findPrev)),
      button("next", () => run(findNext)),
      label,
      count,
      closer,
    ),
    row(
      replacement,
      button("replace", () => run(replaceNext)),
      button("replace all", () => run(replaceAll)),
    ),
  );
  for (const input of [wanted, replacement, caseBox]) input.addEventListener("input", update);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === wanted) run(event.shiftKey ? findPrev : findNext);
    else if (event.key === "Enter" && event.target === replacement) run(replaceNext);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  parent.prepend(panel);
  editor.registerPlugin(search());

  return {
    open: () => {
      const { from, to } = view.state.selection;
      const selected = view.state.doc.textBetween(from, to, " ");
      if (selected !== "" && selected.length < 100) wanted.value = selected;
      panel.hidden = false;
      update();
      wanted.focus();
      wanted.select();
    },
    destroy: () => panel.remove(),
  };
}
