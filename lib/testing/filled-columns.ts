import { eq, getTableColumns, type Table } from "drizzle-orm";
import { engine } from "../core/operation";
import { stored } from "./setup";

type Row = Record<string, unknown>;
type Tables = Readonly<Record<string, { table: Table; without: Readonly<Record<string, string>> }>>;

const samples: Record<string, (name: string) => unknown> = {
  string: (name) => `a ${name}`,
  number: () => 7,
  date: () => new Date("2001-02-03T04:05:06.007Z"),
};

/**
 * Gives each column that holds nothing but its default another value, in one row of its table; of `formed` where not
 * every value will do. Names the columns that still hold nothing else, because they name other records or lie in a table
 * without rows.
 */
export async function fillColumns(tables: Tables, formed: Readonly<Row>): Promise<string[]> {
  const empty: string[] = [];
  for (const [name, { table, without }] of Object.entries(tables)) {
    const columns = getTableColumns(table);
    const rows = (await stored()
      .select()
      .from(table as never)) as Row[];
    const [first] = rows;
    const given: Row = {};
    for (const [key, column] of Object.entries(columns)) {
      if (key in without || rows.some((row) => row[key] !== null && row[key] !== column.default)) continue;
      const sample = column.dataType === "boolean" ? () => column.default !== true : samples[column.dataType];
      if (key in formed) given[key] = formed[key];
      else if (first && sample && !/(?<!^)Id$/.test(key)) given[key] = sample(key);
      else empty.push(`${name}.${key}`);
    }
    const [[key, id] = []] = Object.entries(columns);
    if (!first || !key || !id || Object.keys(given).length === 0) continue;
    const [last = first] = rows.slice(-1);
    await engine().transaction(
      (db) =>
        db
          .update(table as never)
          .set(given as never)
          .where(eq(id, last[key])),
      () => null,
    );
  }
  return empty;
}
