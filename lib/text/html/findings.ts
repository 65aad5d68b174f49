import type { Element } from "hast";

/** What the one walk over a text's tree finds, for the later steps. */
export type Findings = {
  /** Ids in the text, without the sanitiser's prefix. */
  ids: Set<string>;
  headings: { element: Element; text: string; inLink: boolean }[];
  /** Links to a fragment: in this text, if it has such an id. */
  fragments: Element[];
  /** Pictures whose slots are filled at the end. */
  images: Element[];
  /** `<code>` elements of code blocks. */
  codes: Element[];
  players: Element[];
  /** How many films and sounds it plays. */
  playing: number;
  /** How many places its tables have beyond those of their cells. */
  places: number;
  /** The TeX of formulas, and which piece of the text and of the prose each is. */
  formulas: { tex: string; inText: number; inProse: number }[];
  /** Pieces of the plain text, with a space between blocks. */
  text: string[];
  /** Those of them in paragraphs. */
  prose: string[];
  /** Whether elements were unwrapped, so that a parser may nest the rest differently. */
  restructured: boolean;
};

/** Findings of a text before its walk. */
export const newFindings = (): Findings => ({
  ids: new Set(),
  headings: [],
  fragments: [],
  images: [],
  codes: [],
  players: [],
  playing: 0,
  places: 0,
  formulas: [],
  text: [],
  prose: [],
  restructured: false,
});
