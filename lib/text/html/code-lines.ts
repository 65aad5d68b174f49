import type { Element } from "hast";
import { element } from "./elements";

const cells = new Set(["td", "th"]);

/**
 * The lines of a block of code as its tree is walked through. Signs alone part them, since nothing else is copied with it:
 * what was read on two lines stood on one where it was put in.
 */
export class CodeLines {
  #isBegun = false;
  #breaks = 0;
  #isCell = false;

  /** A break in the words. */
  end(): void {
    this.#breaks += 1;
  }

  /** Here begins or ends what is read apart from what stands beside it. */
  part(tagName: string): void {
    if (!this.#isBegun || this.#breaks > 0) return;
    if (cells.has(tagName)) this.#isCell = true;
    else this.#breaks = 1;
  }

  /** Words of the code, behind what parts them from those before. */
  said(words: string): string {
    if (words === "") return words;
    const before = this.#breaks > 0 ? "\n".repeat(this.#breaks) : this.#isCell ? "\t" : "";
    [this.#breaks, this.#isCell] = [0, false];
    this.#isBegun = !words.endsWith("\n");
    return before + words;
  }
}

/** A picture in code becomes a link: it may show words among those that are copied. */
export function linkOf({ properties: { src, alt } }: Element): Element {
  const address = String(src ?? "");
  return element("a", { href: address }, [{ type: "text", value: String(alt ?? "").trim() || address }]);
}
