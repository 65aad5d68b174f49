import { getTableColumns } from "drizzle-orm";
import * as schema from "../../../db/schema";
import { type RecordKind, records } from "./schema";

const tables = { ...schema };

/** The table of a kind of record. */
export const tableOf = (kind: RecordKind) => tables[records[kind].table];

/** The column that says what a record is called; TypeScript sees a post's. */
export function titleOf(kind: RecordKind): typeof schema.posts.title {
  const columns = new Map<string, unknown>(Object.entries(getTableColumns(tableOf(kind))));
  return columns.get(records[kind].title) as typeof schema.posts.title;
}

/** A column of HTML stands beside its source; the names are the same in every table. */
export const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  content: ["originalContent", "sourceContent"],
  workingContent: ["workingOriginalContent"],
  html: ["content"],
};
/** What a rendering says beside the HTML, stored beside the text that readers see. */
export const derivedColumns = ["toc", "excerpt", "wordCount", "plainText"];

/** Columns of rendered HTML; what they lead to stands in their elements. */
export const isHtml = (column: string): boolean => column in sourcesOf;

const textColumns = new Set([...Object.keys(sourcesOf), ...Object.values(sourcesOf).flat(), ...derivedColumns]);
/** Columns of a text: its HTML, what that is rendered from, and what is derived from it. */
export const isText = (column: string): boolean => textColumns.has(column);
