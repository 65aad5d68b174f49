import type { Link, Picture } from "./checks";
import type { CommandName } from "./commands";
import type { Shown } from "./file-markup";
import type { Heading } from "./outline";
import type { Uploading } from "./upload-box";

export type EditorType = "MARKDOWN" | "RICHTEXT";

/** What goes into a text at the cursor. */
export type Insertion = { link: { address: string; words: string } } | { pictures: Shown[] };

/** A post or page of this site, found by its title. */
export type Target = { title: string; url: string };

/** The picture at the cursor: its words, and an element below it in the text, where they are asked for. */
export type PictureHere = { src: string; alt: string; caption: string; place: HTMLElement };

/** What a text consists of, for the outline and the checks before it is published. */
export type Contents = { isEmpty: boolean; headings: Heading[]; links: Link[]; pictures: Picture[] };

/** What an editor of a text tells, and asks for. */
export type Wiring = {
  label: string;
  placeholder: string;
  commandLabels: Record<CommandName, string>;
  /** The words of find and replace, in the dashboard's language; their keys are CodeMirror's. */
  phrases: Record<string, string>;
  /** The names of HTML that rich text shows as one piece. */
  pieces: Record<"footnotes" | "player" | "html", string>;
  /** What can be done with a table, and the name of that bar. */
  tableTools: Record<"label" | "rowBelow" | "columnRight" | "deleteRow" | "deleteColumn" | "deleteTable", string>;
  changed: () => void;
  ask: (what: "link" | "image") => void;
  /** The picture at the cursor has changed; null where there is none. */
  atPicture: (picture: PictureHere | null) => void;
  /** Posts and pages whose titles hold these words. */
  find: (words: string, signal: AbortSignal) => Promise<Target[]>;
  /** Files that are pasted or dropped. */
  uploading: Uploading;
};

/** An editor of a text on screen. There are two: of Markdown, and of rich text. */
export type TextView = {
  /** The source that is stored. */
  read: () => string;
  /** Replaces the whole text; Undo brings back the one before. */
  write: (text: string) => void;
  /** The words without what only an editor reads, for counting and describing. */
  plain: () => string;
  contents: () => Contents;
  selected: () => string;
  run: (command: Exclude<CommandName, "link" | "image">) => void;
  insert: (what: Insertion) => void;
  describePicture: (words: { alt: string; caption: string }) => void;
  openSearch: () => void;
  /** Moves to a line of a heading or a finding. */
  goTo: (line: number) => void;
  focus: () => void;
  destroy: () => void;
};
