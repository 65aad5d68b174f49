import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./sqlite";

/** Which record an entry is about; sheets and journals have numbers of their own. */
export type EntryOf = { kind: "post" | "sheet" | "journal"; recordId: number };

/** What is found of a record: its words, each once, folded by `lib/text/search.ts`. */
type Entry = EntryOf & { time: Date; title: readonly string[]; text: readonly string[] };

export type Question = {
  kind: EntryOf["kind"];
  /** All of these must be there. */
  words: readonly { word: string; prefix: boolean }[];
  /** Whether the title alone must hold them. */
  within: "title" | "anywhere";
  /** The records and their number, for `where`: what may be found, asked of each in the same statement. */
  records: { table: SQLiteTable; id: SQLiteColumn };
  where: SQL | undefined;
  most: number;
};

/** Most records a condition names; a search of its own has a smaller limit. */
export const MOST_MATCHING = 10_000;

/** How far an index has been made: by which version, and up to which record. */
export type Progress = { version: number; reached: number; done: boolean };

/**
 * Words and the records they stand in. The index is derived from the records, so it is no part of the
 * migrations: it is made when the database is opened, kept up in the transaction of each change, and
 * made anew, in batches, when its version is another.
 */
export type SearchIndex = {
  /** Makes what is missing of its tables. */
  create(db: Database): Promise<void>;
  /** Puts a record in, in place of what was there of it. */
  put(db: Database, entry: Entry): Promise<void>;
  remove(db: Database, of: EntryOf): Promise<void>;
  /** Forgets every record of a kind. */
  clear(db: Database, kind: EntryOf["kind"]): Promise<void>;
  /** Numbers of the records, the newest first (to the second, then by number). */
  find(db: Database, question: Question): Promise<number[]>;
  /** A condition on a record's number, for prepared lists: all that hold what is searched, with placeholders filled by `matchingValues`; the newest 10,000 at most. */
  matching(kind: EntryOf["kind"], id: SQLiteColumn): SQL;
  /** The words of a question as `matching` wants them; without words nothing is found. */
  matchingValues(words: Question["words"]): Record<string, string>;
  progress(db: Database, kind: EntryOf["kind"]): Promise<Progress | null>;
  setProgress(db: Database, kind: EntryOf["kind"], progress: Progress): Promise<void>;
};
