import { stringify } from "csv-stringify/sync";

/**
 * Lines of a table in CSV: with a mark at its beginning by which spreadsheets know UTF-8, and nothing that they would
 * compute.
 */
export const writeSheet = (lines: readonly object[], columns: readonly string[], isFirst: boolean): string =>
  stringify([...lines], {
    columns: [...columns],
    header: isFirst,
    bom: isFirst,
    record_delimiter: "windows",
    escape_formulas: true,
    cast: { date: (date) => date.toISOString() },
  });
