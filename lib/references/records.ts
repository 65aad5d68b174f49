import type { Table } from "drizzle-orm";
import {
  categories,
  journals,
  links,
  menus,
  options,
  photos,
  posts,
  references,
  sheets,
  tags,
  users,
} from "../../db/schema";

export type RecordKind = (typeof references.$inferSelect)["kind"];

/** The records that may lead to something on this site, in the order of an answer. */
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
} as const satisfies Record<RecordKind, Table>;

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
