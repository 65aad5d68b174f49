import type { CopiedTable, Row } from "./tables";

/** Where rows come from: one moment of a database, in which nobody writes meanwhile. */
export type Source = {
  count(table: CopiedTable): Promise<number>;
  /** All rows, some at a time; in no particular order. */
  rows(table: CopiedTable): AsyncIterable<Row[]>;
  /** The last number that the database gave to a row of this table, deleted ones included. */
  lastNumber(table: CopiedTable): Promise<number>;
  close(): Promise<void>;
};

/** Where rows go to: one transaction in an empty database, whose references are checked at its end. */
export type Target = Pick<Source, "rows" | "close"> & {
  /** Throws `StorageError` where a row cannot be stored. */
  insert(table: CopiedTable, rows: readonly Row[]): Promise<void>;
  /** Lets the table's own numbers go on after this one. */
  continueAfter(table: CopiedTable, number: number): Promise<void>;
  commit(): Promise<void>;
};

/** The most rows, and about the most bytes, that are in memory at once. */
export const MOST_ROWS = 1000;
export const MOST_BYTES = 2 * 1024 * 1024;

export const bytesOf = (row: Row): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);
