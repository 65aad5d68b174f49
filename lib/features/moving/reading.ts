import type { offeringChoices } from "./kinds-schema";
import type { ForeignRecord, ImportKind, RecordKind, SourceKey, Unread } from "./records";

/** What the source holds and this site does not take, counted by sort. `kind` where it is one of a record kind. */
export type LeftOut = { what: string; kind: RecordKind | null; count: number; why: string; offer?: Offer };

/** The choice that takes it over, and its name at the old site. */
export type Offer = { choice: (typeof offeringChoices)[number]; name: string };

export type Suggestion = { option: string; value: string; why: string };

/** A file of the old site that lies in a folder or an archive. */
export type MediaFile = {
  /** The last part of its path. */
  name: string;
  /** Bytes. */
  size: number;
  open(): Promise<NodeJS.ReadableStream>;
};

/** Finds files of the old site by their address. */
export type MediaFinder = {
  /** By its path below the source's folder of uploads; without a mark of size where there is no other. */
  find(address: string): Promise<MediaFile | null>;
  close(): Promise<void>;
};

/** A source that was opened: its facts are known, its records not yet read. */
export type OpenSource = {
  kind: ImportKind;
  /** The old site's address; null where the source does not say it. */
  site: string | null;
  /** Other hosts that are the old site as well, and those that only hold its files. */
  hosts: { site: string[]; files: string[] };
  /** Of the system that wrote it. */
  version: string | null;
  /** The number of records that `records` gives. */
  total: number;
  /** When the source was written; for texts without any date. */
  exportTime: Date | null;
  /**
   * In this order: users, categories, tags, attachments, texts each with its comments, journals each with its comments,
   * links, photos, menus, options. Categories, links, photos and menus come in the order in which the old site showed
   * them. Throws `SourceEnd` where the file ends too early.
   */
  records(): AsyncIterable<ForeignRecord | Unread>;
  /** Complete when `records` has ended. */
  left(): LeftOut[];
  suggestions(): Suggestion[];
  media: MediaFinder | null;
  close(): Promise<void>;
};

/** What somebody chose about reading. Addresses of files are absolute paths. */
export type ReadingChoices = {
  path: string;
  /** A folder or .zip with the files of the old site. */
  media: string | null;
  /** The old site's address, for sources that do not name it. */
  site: string | null;
  /** How HTML is stored here. */
  as: "richtext" | "markdown";
  /** What becomes of texts that were for members only. */
  members: "private" | "draft" | "publish";
  /** Taxonomies of WordPress that become tags. */
  taxonomies: string[];
  /** Types of WordPress that become posts or sheets. */
  types: Record<string, "post" | "sheet">;
  pingbacks: boolean;
  primaryTagAsCategory: boolean;
  dialect: "hexo" | "hugo" | "jekyll" | "plain" | null;
  slugFrom: "file" | "title";
  /** From names in front matter to user names here. */
  authorMap: Record<string, string>;
};

/** The source ends in the middle; what came before it was read whole. */
export class SourceEnd extends Error {
  constructor(
    readonly byte: number,
    readonly lastRecord: SourceKey | null,
    /** What else is to be said, in sentences. */
    readonly more = "",
  ) {
    const place = lastRecord ? `after ${lastRecord.kind} ${lastRecord.source}` : "before its first record";
    super(`The file ends at byte ${byte}, ${place}.${more === "" ? "" : ` ${more}`}`);
  }
}

export type Reader = {
  kind: ImportKind;
  /** Whether a file begins like one of this kind: what it is, in words such as "a Ghost export (5.82)"; null if not. */
  recognise(path: string): Promise<string | null>;
  /** Refuses (`AppError`) what is not of its kind. */
  open(choices: ReadingChoices): Promise<OpenSource>;
};
