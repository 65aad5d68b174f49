import type { Element } from "hast";

/** What the one walk over a text's tree finds, for the steps after it. */
export type Findings = {
  /** Ids in the text, without the sanitiser's prefix. */
  ids: Set<string>;
  headings: { element: Element; text: string; inLink: boolean }[];
  /** Links to a place in some page: in this text, if it has such an id. */
  fragments: Element[];
  /** Pictures, whose slots are filled at the end. */
  images: Element[];
  /** `<code>` elements of code blocks. */
  codes: Element[];
  /** Pieces of the plain text, with a space at the borders of blocks. */
  text: string[];
  /** Those of them that stand in paragraphs. */
  prose: string[];
  /** Elements were taken away around their content, so a parser may nest the rest differently. */
  restructured: boolean;
};

/** Findings of a text that was not walked yet. */
export const newFindings = (): Findings => ({
  ids: new Set(),
  headings: [],
  fragments: [],
  images: [],
  codes: [],
  text: [],
  prose: [],
  restructured: false,
});
