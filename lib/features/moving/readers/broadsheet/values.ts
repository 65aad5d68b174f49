import { getTableColumns } from "drizzle-orm";
import type { Part } from "../../exports/columns";
import type { RecordKind, SourceKey } from "../../records";
import type { Line } from "./lines";

export type Value = string | number | boolean | Date | null;
export type Values = Readonly<Record<string, Value>>;

/** A line that cannot be a record; the message says why. */
export class BadLine extends Error {}

const isInstant = (value: string): boolean => /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

function valueOf(name: string, value: unknown, type: string): Value {
  const wrong = () => new BadLine(`its "${name}" is not what it should be`);
  if (value === null) return null;
  if (type === "date") {
    if (typeof value !== "string" || !isInstant(value)) throw wrong();
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) throw wrong();
    return date;
  }
  if (type === "string" && typeof value === "string") {
    // No engine stores these.
    if (value.includes("\0") || !value.isWellFormed()) throw wrong();
    return value;
  }
  if (type === "number" && typeof value === "number" && Number.isSafeInteger(value)) return value;
  if (type === "boolean" && typeof value === "boolean") return value;
  throw wrong();
}

/** The columns of a part that a line has, and the names in it that nobody knows. */
export function valuesOf({ table, without }: Part, line: Line, others: readonly string[] = []) {
  const columns = getTableColumns(table);
  const values: Record<string, Value> = {};
  for (const [name, column] of Object.entries(columns)) {
    if (name in without || !Object.hasOwn(line, name)) continue;
    const value = valueOf(name, line[name], String(column.dataType));
    if (value === null && column.notNull) throw new BadLine(`it has no "${name}"`);
    values[name] = value;
  }
  const unknown = Object.keys(line).filter(
    (name) => !(Object.hasOwn(columns, name) && !(name in without)) && !others.includes(name),
  );
  return {
    values,
    warnings: unknown
      .slice(0, 10)
      .map((name) => `its field "${name.slice(0, 100)}" is not known here and was left out`),
  };
}

const text = (value: Value | undefined): string => (typeof value === "string" ? value : "");

/** Reads values of known types; what is missing has the value of an empty record. */
export class Fields {
  constructor(private readonly values: Values) {}

  id(): number {
    const id = this.values.id;
    if (typeof id !== "number" || id < 1) throw new BadLine("it has no number");
    return id;
  }
  text = (name: string): string => text(this.values[name]);
  number = (name: string): number => {
    const value = this.values[name];
    return typeof value === "number" ? value : 0;
  };
  flag = (name: string): boolean => this.values[name] === true;
  date = (name: string): Date | null => {
    const value = this.values[name];
    return value instanceof Date ? value : null;
  };
  /** The source's identifier of the record that a column names. */
  ref = (name: string): string | null => {
    const value = this.values[name];
    return typeof value === "number" ? String(value) : null;
  };
  /** The columns as they were, but for the number and for those that a reader makes something of; new ones are among them. */
  columnsBut = (...made: readonly string[]): Record<string, Value> =>
    Object.fromEntries(Object.entries(this.values).filter(([name]) => name !== "id" && !made.includes(name)));
  /** Some columns as they were. */
  columns = (...names: readonly string[]): Record<string, Value> =>
    Object.fromEntries(names.flatMap((name) => (this.values[name] === undefined ? [] : [[name, this.values[name]]])));
}

/** What every record of a line has. */
export const common = (fields: Fields, warnings: string[]) => ({
  source: String(fields.id()),
  warnings,
  oldAddresses: [] as string[],
});
/** Names another record of the export. */
export const key = (kind: RecordKind, source: string | null): SourceKey | null =>
  source === null ? null : { kind, source };
