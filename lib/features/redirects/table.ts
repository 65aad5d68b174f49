import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { type AppError, invalid } from "../../core/errors";
import { type Redirect, redirectStatuses } from "./schema";
import { MOST_REDIRECTS } from "./storing";

/** A line of the table, before it is checked as a redirect. */
export type TableLine = {
  line: number;
  source: string;
  below: boolean;
  target: string;
  status: (typeof redirectStatuses)[number];
};

/** Refuses a table because of what is refused of one of its lines. */
export const wrongLine = (line: number, reason: AppError) =>
  invalid("csv", "wrong_line", `Line ${line}: ${reason.message} Nothing was stored.`, reason);

/** The redirects of a table: its first line names the columns, `from` and `to` at least. */
export function readTable(csv: string): TableLine[] {
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: MOST_REDIRECTS + 1,
    }) as unknown as typeof rows;
  } catch (error) {
    throw invalid("csv", "wrong_format", `This is no table in CSV: ${error instanceof Error ? error.message : ""}`);
  }
  const [first] = rows;
  if (!first || first.record.from === undefined)
    throw invalid("csv", "wrong_format", "The first line names the columns: from, to, match, status.");
  if (rows.length > MOST_REDIRECTS) throw invalid("csv", "too_many_lines", `At most ${MOST_REDIRECTS} lines.`);
  return rows.map(({ record, info: { lines: line } }) => {
    const { from = "", to = "", match = "", status = "" } = record;
    if (!/^(?:|exact|below|prefix)$/i.test(match))
      throw wrongLine(line, invalid("match", "unknown_match", "match is exact or below."));
    const code = redirectStatuses.find((each) => String(each) === (status || "301"));
    if (code === undefined)
      throw wrongLine(line, invalid("status", "unknown_status", `status is one of ${redirectStatuses.join(", ")}.`));
    return { line, source: from, below: /^(?:below|prefix)$/i.test(match), target: to, status: code };
  });
}

type Written = Pick<Redirect, "source" | "below" | "target" | "status">;

/** Redirects as such a table. Every source begins with a slash, so that spreadsheets compute nothing. */
export const writeTable = (redirects: readonly Written[]): string =>
  stringify(
    redirects.map(({ source, below, target, status }) => [source, target, below ? "below" : "exact", status]),
    { header: true, columns: ["from", "to", "match", "status"], record_delimiter: "windows" },
  );
