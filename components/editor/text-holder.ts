import type { Text } from "./edits";
import type { Contents, TextView, Wiring } from "./text-view";

/** Each editor is loaded when a text of its kind is opened. */
const fetchSource = async () => (await import("./markdown-editor")).sourceView;
const fetchRich = async () => (await import("./rich-editor")).richView;

const nothing: Contents = { isEmpty: true, headings: [], links: [], pictures: [] };

/** The text on screen, in the editor of its kind. It has its text from the beginning, whether its editor is there yet or not. */
export class TextHolder {
  #view: TextView | null = null;
  #parent: HTMLElement | null = null;
  /** Counts editors, so that one that was loaded too late is not shown. */
  #round = 0;

  constructor(
    private text: Text,
    private readonly wiring: Wiring,
    private readonly shown: (view: TextView | null) => void,
    /** No editor could be loaded. */
    private readonly failed: () => void,
  ) {
    // Begun before the page is shown, so that the editor is there with it.
    void (
      typeof window === "undefined" ||
      (text.editorType === "MARKDOWN" ? fetchSource() : fetchRich()).catch(() => undefined)
    );
  }

  get view(): TextView | null {
    return this.#view;
  }

  get editorType(): Text["editorType"] {
    return this.text.editorType;
  }

  readonly read = (): Text =>
    this.#view ? { originalContent: this.#view.read(), editorType: this.text.editorType } : this.text;

  readonly contents = (): Contents => this.#view?.contents() ?? nothing;
  readonly plain = (): string => this.#view?.plain() ?? "";

  /** Replaces the text; one of the other kind comes with its editor. */
  readonly write = ({ originalContent, editorType }: Text): void => {
    const isSameKind = editorType === this.text.editorType;
    this.text = { originalContent, editorType };
    if (isSameKind && this.#view) this.#view.write(originalContent);
    else if (!isSameKind && this.#parent) this.#show(this.#parent);
  };

  mount(parent: HTMLElement): () => void {
    this.#parent = parent;
    this.#show(parent);
    return () => {
      this.text = this.read();
      this.#parent = null;
      this.#take(null);
    };
  }

  #take(view: TextView | null): void {
    this.#round += 1;
    this.#view?.destroy();
    this.#view = view;
    this.wiring.atPicture(null);
    this.shown(view);
  }

  #show(parent: HTMLElement): void {
    this.#take(null);
    const { editorType } = this.text;
    const round = this.#round;
    const source = async () => {
      const make = await fetchSource();
      return () => make(parent, this.text.originalContent, editorType, this.wiring);
    };
    const rich = async () => {
      const make = await fetchRich();
      return () => make(parent, this.text.originalContent, this.wiring);
    };
    // Where the editor of rich text does not arrive, its source can be edited.
    void (editorType === "MARKDOWN" ? source() : rich().catch(source)).then(
      (make) => round === this.#round && this.#take(make()),
      () => round === this.#round && this.failed(),
    );
  }
}
