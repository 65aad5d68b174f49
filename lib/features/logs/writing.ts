import { stringify } from "csv-stringify/sync";
import type { LogEntry } from "./schema";

const columns = ["id", "createTime", "actorId", "actorName", "operation", "subject", "summary"] as const;

/** The formats of an export. */
export const logFormats = {
  /** With a mark at its beginning by which spreadsheets know UTF-8, and nothing that they would compute. */
  csv: {
    type: "text/csv; charset=utf-8",
    write: (lines: readonly LogEntry[], isFirst: boolean): string =>
      stringify([...lines], {
        columns: [...columns],
        header: isFirst,
        bom: isFirst,
        record_delimiter: "windows",
        escape_formulas: true,
        cast: { date: (date) => date.toISOString() },
      }),
  },
  jsonl: {
    type: "application/jsonl; charset=utf-8",
    write: (lines: readonly LogEntry[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  },
};
