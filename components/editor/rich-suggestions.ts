import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** One of the offered choices; `detail` stands behind its name. */
export type Choice = { label: string; detail?: string; choose: (from: number, to: number) => void };
/** What is offered for words that were typed behind a sign; null offers nothing. */
export type Source = {
  label: string;
  /** Matches the text from the start of the block to the cursor; its last group holds the words. */
  sign: RegExp;
  offer: (words: string, signal: AbortSignal) => Choice[] | Promise<Choice[]>;
};

type Open = { source: Source; from: number; to: number; words: string };

const key = new PluginKey("suggestions");

/** The sign and the words before the cursor. */
function openAt({ selection: { $from, empty } }: EditorState, sources: readonly Source[]): Open | null {
  if (!empty || $from.parent.type.spec.code === true || !$from.parent.inlineContent) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\uFFFC");
  for (const source of sources) {
    const found = source.sign.exec(before);
    const typed = found?.[1];
    if (typed === undefined) continue;
    return { source, from: $from.pos - typed.length, to: $from.pos, words: found?.[2] ?? "" };
  }
  return null;
}

/** The list of choices at the cursor: arrows, Enter and Escape in the text move in it. */
class Menu {
  readonly #box = Object.assign(document.createElement("ul"), { className: "editor-choices", hidden: true });
  #open: Open | null = null;
  #choices: Choice[] = [];
  #at = 0;
  /** Where Escape closed it. */
  #closedAt: number | null = null;
  #asking: AbortController | null = null;

  constructor(
    private readonly view: EditorView,
    private readonly sources: readonly Source[],
  ) {
    this.#box.role = "listbox";
    this.#box.id = "editor-choices";
    view.dom.parentElement?.append(this.#box);
  }

  update(): void {
    const { view } = this;
    const open = view.hasFocus() ? openAt(view.state, this.sources) : null;
    if (open?.from !== this.#closedAt) this.#closedAt = null;
    if (!open || this.#closedAt !== null) return this.close();
    if (this.#open?.source === open.source && this.#open.words === open.words && this.#open.from === open.from) return;
    this.#open = open;
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    void Promise.resolve(open.source.offer(open.words, signal)).then(
      (choices) => signal.aborted || this.#show(open, choices),
      () => undefined,
    );
  }

  #show(open: Open, choices: Choice[]): void {
    this.#choices = choices;
    this.#at = 0;
    if (choices.length === 0) return this.#hide();
    this.#box.ariaLabel = open.source.label;
    this.#box.replaceChildren(
      ...choices.map(({ label, detail }, at) => {
        const item = document.createElement("li");
        item.role = "option";
        item.id = `editor-choice-${at}`;
        item.append(Object.assign(document.createElement("span"), { textContent: label }));
        if (detail !== undefined)
          item.append(Object.assign(document.createElement("span"), { className: "detail", textContent: detail }));
        item.addEventListener("mousedown", (event) => event.preventDefault());
        item.addEventListener("click", () => this.#choose(at));
        return item;
      }),
    );
    this.#box.hidden = false;
    const { view } = this;
    const outer = view.dom.parentElement?.getBoundingClientRect();
    const { left, bottom } = view.coordsAtPos(open.from);
    this.#box.style.left = `${Math.max(0, Math.min(left - (outer?.left ?? 0), (outer?.width ?? 0) - this.#box.offsetWidth))}px`;
    this.#box.style.top = `${bottom - (outer?.top ?? 0) + 4}px`;
    this.#mark();
  }

  #mark(): void {
    for (const [at, item] of [...this.#box.children].entries()) {
      item.ariaSelected = String(at === this.#at);
      if (at === this.#at) item.scrollIntoView({ block: "nearest" });
    }
    this.view.dom.setAttribute("aria-controls", this.#box.id);
    this.view.dom.setAttribute("aria-activedescendant", `editor-choice-${this.#at}`);
  }

  #choose(at: number): void {
    const [open, choice] = [this.#open, this.#choices[at]];
    this.close();
    if (open && choice) choice.choose(open.from, this.view.state.selection.from);
  }

  key(event: KeyboardEvent): boolean {
    if (this.#box.hidden || event.isComposing) return false;
    const count = this.#choices.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.#at = (this.#at + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.#mark();
    } else if (event.key === "Enter" || event.key === "Tab") this.#choose(this.#at);
    else if (event.key === "Escape") {
      this.#closedAt = this.#open?.from ?? null;
      this.close();
    } else return false;
    return true;
  }

  #hide(): void {
    this.#box.hidden = true;
    this.#box.replaceChildren();
    this.view.dom.removeAttribute("aria-controls");
    this.view.dom.removeAttribute("aria-activedescendant");
  }

  close(): void {
    this.#asking?.abort();
    this.#open = null;
    if (!this.#box.hidden) this.#hide();
  }

  destroy(): void {
    this.close();
    this.#box.remove();
  }
}

/** Offers choices while something is typed behind a sign. */
export const Suggestions = Extension.create<{ sources: readonly Source[] }>({
  name: "suggestions",
  // Its keys go before those that break lines.
  priority: 2000,
  addOptions: () => ({ sources: [] }),
  addProseMirrorPlugins() {
    const { sources } = this.options;
    let menu: Menu | null = null;
    return [
      new Plugin({
        key,
        view: (view) => {
          menu = new Menu(view, sources);
          return { update: () => menu?.update(), destroy: () => menu?.destroy() };
        },
        props: {
          handleKeyDown: (_view, event) => menu?.key(event) ?? false,
          handleDOMEvents: {
            blur: () => {
              menu?.close();
            },
          },
        },
      }),
    ];
  },
});
