import { writeSheet } from "../../text/spreadsheet";
import type { LogEntry } from "./schema";

const columns = ["id", "createTime", "actorId", "actorName", "operation", "subject", "summary"] as const;

/** The formats of an export. */
export const logFormats = {
  csv: {
    type: "text/csv; charset=utf-8",
    write: (lines: readonly LogEntry[], isFirst: boolean): string => writeSheet(lines, columns, isFirst),
  },
  jsonl: {
    type: "application/jsonl; charset=utf-8",
    write: (lines: readonly LogEntry[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  },
};
