import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as schema from "../../../db/schema";
import { derivedColumns, sourcesOf, tableOf } from "../references/records";
import { type RecordKind, recordKinds } from "../references/kinds-schema";

/** A column of stored HTML and its source. */
export type TextColumn = { html: string; source: string; keepRaw: readonly string[]; derived: readonly string[] };

/** A table whose rows hold HTML, or lead to something on this site. */
export type Store = {
  name: string;
  table: typeof schema.posts;
  columns: Record<string, Column>;
  texts: TextColumn[];
  kind: RecordKind | null;
};

const kinds = new Map<Table, RecordKind>(recordKinds.map((kind) => [tableOf(kind), kind]));

function textsOf(columns: Record<string, Column>): TextColumn[] {
  return Object.entries(sourcesOf).flatMap(([html, from]) => {
    const source = from.find((name) => name in columns);
    if (!(html in columns) || source === undefined) return [];
    const keepRaw = [...(html === "workingContent" ? ["workingKeepRaw"] : []), "keepRaw"].filter(
      (name) => name in columns,
    );
    return [
      { html, source, keepRaw, derived: html === "content" ? derivedColumns.filter((name) => name in columns) : [] },
    ];
  });
}

/** TypeScript sees the posts' table, so that one program handles all of them. */
function storeOf(table: Table): Store[] {
  const columns = getTableColumns(table) as Record<string, Column>;
  const store = {
    name: getTableName(table),
    table: table as typeof schema.posts,
    columns,
    texts: textsOf(columns),
    kind: kinds.get(table) ?? null,
  };
  return store.texts.length > 0 || store.kind !== null ? [store] : [];
}

/** Every table to renew, found by the columns of the schema. */
export const stores: readonly Store[] = Object.values(schema)
  .filter((each): each is typeof schema.posts => is(each, Table))
  .flatMap(storeOf)
  // Revisions last, since a save may still add one that is not renewed.
  .sort((a, b) => Number(a.kind === null) - Number(b.kind === null) || (a.name < b.name ? -1 : 1));

export const storeNamed = (name: string): Store | undefined => stores.find((store) => store.name === name);
