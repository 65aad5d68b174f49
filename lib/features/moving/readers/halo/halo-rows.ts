/** A row of a table of Halo's, with any fields of any types. */
export type HaloRow = Record<string, unknown>;

export const isRow = (value: unknown): value is HaloRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const value = (row: HaloRow, name: string): unknown => (Object.hasOwn(row, name) ? row[name] : undefined);

/** A text field; numbers and switches as texts, "" for anything else. */
export function textOf(row: HaloRow, name: string): string {
  const found = value(row, name);
  return typeof found === "string"
    ? found
    : typeof found === "number" || typeof found === "boolean"
      ? String(found)
      : "";
}

/** An identifier; null where there is none. */
export const idOf = (row: HaloRow, name = "id"): string | null => textOf(row, name).trim() || null;

/** An identifier of another row; 0 stands for none. */
export function otherId(row: HaloRow, name: string): string | null {
  const id = idOf(row, name);
  return id === "0" ? null : id;
}

/** A whole number from 0 on. */
export function countOf(row: HaloRow, name: string): number {
  const found = Number(value(row, name) ?? 0);
  return Number.isSafeInteger(found) && found > 0 ? found : 0;
}

export const numberOf = (row: HaloRow, name: string): number => {
  const found = Number(value(row, name) ?? 0);
  return Number.isFinite(found) ? found : 0;
};

export const flagOf = (row: HaloRow, name: string): boolean =>
  [true, 1, "true", "1"].includes(value(row, name) as string);

const written = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** The milliseconds of a written date, in UTC unless it says otherwise; NaN for none, such as 31 February. */
function parsed(text: string): number {
  const [, year = "", month = "", day = "", zone] = written.exec(text) ?? [];
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  if (!isDay) return Number.NaN;
  return Date.parse(text.length > 10 && zone === undefined ? `${text.replace(" ", "T")}Z` : text.replace(" ", "T"));
}

/** Milliseconds, or a written date; null where it is none of the years that people write. */
export function timeOf(row: HaloRow, name: string): Date | null {
  const found = value(row, name);
  const date = new Date(typeof found === "number" ? found : typeof found === "string" ? parsed(found) : Number.NaN);
  const year = date.getUTCFullYear();
  return found !== 0 && year >= 1 && year <= 9999 ? date : null;
}

/** An enum by its name or by its number, as programs write it that copy the tables; null for neither. */
export function oneOf<T extends string>(row: HaloRow, name: string, names: readonly T[]): T | null {
  const found = textOf(row, name).trim().toUpperCase();
  return names.find((each, number) => each === found || String(number) === found) ?? null;
}

/** Rows in the order of a number, smallest first, then as they stand. */
export const inOrder = (rows: readonly HaloRow[], name = "priority"): HaloRow[] =>
  rows.toSorted((a, b) => numberOf(a, name) - numberOf(b, name));
