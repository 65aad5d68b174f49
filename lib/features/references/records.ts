import { getTableColumns } from "drizzle-orm";
import * as schema from "../../../db/schema";
import { type RecordKind, records } from "./kinds-schema";

const tables = { ...schema };

/** The table of a kind of record. */
export const tableOf = (kind: RecordKind) => tables[records[kind].table];

/** The column of a record's title; TypeScript sees a post's. */
export function titleOf(kind: RecordKind): typeof schema.posts.title {
  const columns = new Map<string, unknown>(Object.entries(getTableColumns(tableOf(kind))));
  return columns.get(records[kind].title) as typeof schema.posts.title;
}

/** Columns of HTML and their sources; the names are the same in every table. */
export const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  content: ["originalContent", "sourceContent"],
  workingContent: ["workingOriginalContent"],
  html: ["content"],
};
/** Columns derived from the rendering of the public text. */
export const derivedColumns = ["toc", "excerpt", "wordCount", "plainText"];

/** Whether a column holds rendered HTML, whose elements are read for addresses. */
export const isHtml = (column: string): boolean => column in sourcesOf;

const textColumns = new Set([...Object.keys(sourcesOf), ...Object.values(sourcesOf).flat(), ...derivedColumns]);
/** Whether a column belongs to a text: its HTML, its source, or derived data. */
export const isText = (column: string): boolean => textColumns.has(column);
