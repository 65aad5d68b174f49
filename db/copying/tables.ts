import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import * as schema from "../schema";

/** What a column holds; both engines give it to programs as the same value. */
export type Kind = "number" | "string" | "boolean" | "json" | "date";
type CopiedColumn = { name: string; kind: Kind };

/** A table as it is copied: `number` is the column that the database itself counts. */
export type CopiedTable = { name: string; columns: readonly CopiedColumn[]; number: string | null };

/**
 * A value on its way: text, a number, a truth value, JSON as text in one spelling, a point in time in milliseconds, or
 * null.
 */
export type Value = string | number | boolean | null;
export type Row = Value[];

const kinds: readonly string[] = ["number", "string", "boolean", "json", "date"] satisfies Kind[];
const isKind = (name: string): name is Kind => kinds.includes(name);

/** Every table of the schema, of which a migrated database of either engine consists. */
export function copiedTables(): CopiedTable[] {
  const casing = new CasingCache("snake_case");
  return Object.values(schema)
    .flatMap((each): Table[] => (is(each, Table) ? [each] : []))
    .map((table) => {
      const all = Object.values(getTableColumns(table)) as Column[];
      const columns = all.map((column) => {
        const kind: string = column.dataType;
        if (!isKind(kind)) throw new Error(`${getTableName(table)}: no way to copy a ${kind}`);
        return { name: casing.getColumnCasing(column), kind, counts: column.primary && kind === "number" };
      });
      return {
        name: getTableName(table),
        columns: columns.map(({ name, kind }) => ({ name, kind })),
        number: columns.find(({ counts }) => counts)?.name ?? null,
      };
    });
}

/** JSON in one spelling: PostgreSQL keeps what it says, and not how it was written. */
export function oneSpelling(json: string): string {
  return JSON.stringify(JSON.parse(json), (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
