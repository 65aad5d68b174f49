import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import * as schema from "./schema";

const casing = new CasingCache("snake_case");

/** What SQLite stores in another form, by the class of the column in the engine that runs. */
const kinds = { Timestamp: "time", TextJson: "json", Jsonb: "json", Boolean: "flag" } as const;
/** The form of a column's values. */
export type Kind = (typeof kinds)[keyof typeof kinds] | "same";

const kindOf = ({ columnType }: Column): Kind =>
  (kinds as Readonly<Record<string, Kind>>)[columnType.replace(/^(SQLite|Pg)/, "")] ?? "same";

type Stored = readonly [column: string, kind: Kind, words: readonly string[] | undefined];

/** The columns of each table that both engines have, with the form of their values, and the words that may stand there. */
export const columnsOfTables: ReadonlyMap<string, readonly Stored[]> = new Map(
  Object.values(schema).flatMap((each) =>
    is(each, Table)
      ? [
          [
            getTableName(each),
            Object.values(getTableColumns(each) as Record<string, Column>).map((column) => [
              casing.getColumnCasing(column),
              kindOf(column),
              column.enumValues,
            ]),
          ] as [string, Stored[]],
        ]
      : [],
  ),
);
