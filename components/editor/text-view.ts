import type { Link as FoundLink, Picture } from "./checks";
import type { CommandName } from "./commands";
import type { Shown } from "./file-markup";
import type { Heading } from "./outline";
import type { PicturePlace } from "./picture-places";
import type { Uploading } from "./upload-box";

export type EditorType = "MARKDOWN" | "RICHTEXT";

/** The kinds of callouts that are offered; a text may hold others. */
export const calloutKinds = ["note", "tip", "important", "warning", "caution"] as const;
type CalloutKind = (typeof calloutKinds)[number];

/** What goes into a text at the cursor. */
export type Insertion = { link: Link } | { pictures: Shown[] } | { unlinked: string };

/** A link and its words; `isTitle`: they are the title of what it leads to, or were made of it. */
export type Link = { address: string; words: string; isTitle?: boolean };

/** A post or page of this site, found by its title. */
export type Target = { title: string; url: string };

/** What is asked for at a picture. */
export type PictureWords = { alt: string; caption: string; place: PicturePlace };

/** The picture at the cursor, and an element below it in the text, where its words are asked for. */
export type PictureHere = PictureWords & { src: string; isAlone: boolean; below: HTMLElement };

/** What a text consists of, for the outline and the checks before it is published. */
export type Contents = { isEmpty: boolean; headings: Heading[]; links: FoundLink[]; pictures: Picture[] };

/** What an editor of a text tells, and asks for. */
export type Wiring = {
  label: string;
  placeholder: string;
  commandLabels: Record<CommandName, string>;
  /** The words of find and replace, in the dashboard's language; their keys are CodeMirror's. */
  phrases: Record<string, string>;
  /** The names of HTML that rich text shows as one piece. */
  pieces: Record<"footnotes" | "player" | "html", string>;
  /** What can be done with a table, with code and with a callout, and the names of these bars. */
  tableTools: Record<"label" | "rowBelow" | "columnRight" | "deleteRow" | "deleteColumn" | "deleteTable", string>;
  codeTools: Record<"label" | "language" | "title" | "lines", string>;
  calloutTools: Record<"label" | "kind" | "title" | "remove", string>;
  calloutNames: Record<CalloutKind, string>;
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
  /** Selects the link that the cursor stands in. */
  takeLink: () => Link | null;
  run: (command: Exclude<CommandName, "link" | "image">) => void;
  insert: (what: Insertion) => void;
  describePicture: (words: PictureWords) => void;
  openSearch: () => void;
  /** Moves to a line of a heading or a finding. */
  goTo: (line: number) => void;
  focus: () => void;
  destroy: () => void;
};
