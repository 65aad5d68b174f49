import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./sqlite";

/** The record of an entry; sheets and journals have numbers of their own. */
export type EntryOf = { kind: "post" | "sheet" | "journal"; recordId: number };

/** The words of a record, each once, as folded by `lib/text/search.ts`. */
type Entry = EntryOf & { time: Date; title: readonly string[]; text: readonly string[] };

export type Question = {
  kind: EntryOf["kind"];
  /** An entry must contain all of these. */
  words: readonly { word: string; prefix: boolean }[];
  /** Whether the title must contain them. */
  within: "title" | "anywhere";
  /** The records and their number, for `where`, which limits what may be found within the same statement. */
  records: { table: SQLiteTable; id: SQLiteColumn };
  where: SQL | undefined;
  /** The time of the records that `where` allows, as far as that is known: an index by time looks at no others. */
  during?: { from: Date; until: Date } | undefined;
  most: number;
};

/** The most records that a condition matches; a search itself has a smaller limit. */
export const MOST_MATCHING = 10_000;

/** The version that makes an index, and the last record it has done. */
export type Progress = { version: number; reached: number; done: boolean };

/**
 * Words and the records that contain them. The index is derived, so migrations do not cover it: it is created when the
 * database is opened, updated in the transaction of each change, and rebuilt in batches when its version changes.
 */
export type SearchIndex = {
  /** Creates its missing tables. */
  create(db: Database): Promise<void>;
  /** Adds a record, replacing its earlier entry. */
  put(db: Database, entry: Entry): Promise<void>;
  remove(db: Database, of: EntryOf): Promise<void>;
  /** Removes every record of a kind. */
  clear(db: Database, kind: EntryOf["kind"]): Promise<void>;
  /** The numbers of matching records, newest first (by second, then by number). */
  find(db: Database, question: Question): Promise<number[]>;
  /**
   * A condition on a record's number for prepared lists, with placeholders that `matchingValues` fills; at most the
   * newest 10,000 matches.
   */
  matching(kind: EntryOf["kind"], id: SQLiteColumn): SQL;
  /** The words of a question in the form that `matching` takes; without words nothing matches. */
  matchingValues(words: Question["words"]): Record<string, string>;
  progress(db: Database, kind: EntryOf["kind"]): Promise<Progress | null>;
  setProgress(db: Database, kind: EntryOf["kind"], progress: Progress): Promise<void>;
};
