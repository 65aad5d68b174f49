import { stringify } from "csv-stringify/sync";

/**
 * Where a spreadsheet may see the beginning of something to compute. Where a comma stands in numbers, spreadsheets take
 * apart such a table at semicolons, and at the ends of lines within a cell.
 */
const computed = /(?<![\s";])[\s";]*(?=[=+\-@＝＋－＠])/g;
const beginsCell = (before: string, at: number) => at === 0 || /[;\t\r\n]/.test(before);
const asText = (before: string, at: number) => (beginsCell(before, at) ? `${before}'` : before);

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
    cast: { date: (date) => date.toISOString(), string: (text) => text.replace(computed, asText) },
  });
