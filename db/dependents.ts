import { getTableColumns, is, Table } from "drizzle-orm";
import { getTableConfig as configOfPostgres } from "drizzle-orm/pg-core";
import { getTableConfig as configOfSqlite } from "drizzle-orm/sqlite-core";
import { postgres } from "./dialect";
import * as schema from "./schema";

// TypeScript sees one table; the functions below are asked of any.
export type AnyTable = typeof schema.links;

/** A column that holds numbers of another table's rows, and what happens to its row when one of these is deleted. */
export type ForeignKey = { column: string; to: AnyTable; onDelete: string };

const configOf = postgres ? (configOfPostgres as unknown as typeof configOfSqlite) : configOfSqlite;

const tables = Object.entries(schema).flatMap(([name, value]): [string, AnyTable][] =>
  is(value, Table) ? [[name, value as unknown as AnyTable]] : [],
);

/** A table by its name in the schema. */
export const tableNamed = (name: string): AnyTable | undefined => tables.find(([each]) => each === name)?.[1];

/** The foreign keys of a table, each of one column. */
export const foreignKeysOf = (table: AnyTable): ForeignKey[] =>
  configOf(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const column = Object.entries(getTableColumns(table)).find(([, each]) => each.name === columns[0]?.name)?.[0] ?? "";
    return { column, to: foreignTable as unknown as AnyTable, onDelete: key.onDelete ?? "no action" };
  });

/** The tables whose rows are deleted together with rows of this one, and the column that holds its number. */
export const dependentsOf = (table: AnyTable): { name: string; table: AnyTable; column: string }[] =>
  tables.flatMap(([name, other]) =>
    foreignKeysOf(other)
      .filter(({ to, onDelete }) => to === table && onDelete === "cascade")
      .map(({ column }) => ({ name, table: other, column })),
  );

/** The names of all tables whose rows go with rows of this one, or with those. */
export function namesBelow(table: AnyTable): Set<string> {
  const names = new Set<string>();
  const open = [table];
  for (const each of open)
    for (const { name, table: other } of dependentsOf(each))
      if (!names.has(name)) {
        names.add(name);
        open.push(other);
      }
  return names;
}
