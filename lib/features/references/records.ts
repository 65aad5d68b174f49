import type { Table } from "drizzle-orm";
import { categories, journals, links, menus, options, photos, posts, sheets, tags, users } from "../../../db/schema";

/** The records that may lead to something on this site, in the order of answers. */
export const recordTables = {
  post: posts,
  sheet: sheets,
  journal: journals,
  category: categories,
  tag: tags,
  link: links,
  photo: photos,
  user: users,
  menu: menus,
  option: options,
} as const satisfies Record<string, Table>;
export type RecordKind = keyof typeof recordTables;

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
