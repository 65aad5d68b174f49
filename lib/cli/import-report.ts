import type { ImportReport } from "../features/moving/imports/schema";
import { inCommon, sortOf } from "../services/words/remarks/remarks";
import { counted, printable } from "./output";

type Row = ImportReport["records"][number];

const said = (word: string, text: string) => `${word.padEnd(9)} ${printable(text)}`;
const line = (word: string, row: Row, rest: string) => said(word, `${nameOf(row)}${rest}`);

/** How a record is named: files by their path, others by their kind and title. */
const nameOf = ({ kind, source, title }: Row): string =>
  /\.(md|markdown|mdx)$/i.test(source) || kind === "post" || kind === "sheet"
    ? source.includes(".") || title === ""
      ? source
      : `${kind} ${source} "${title}"`
    : `${kind} ${source}`;

const byCodeUnits = (a: Row, b: Row): number => (a.source < b.source ? -1 : Number(a.source > b.source));

/** Warnings of one sort that are told one by one, and how many records a line about more of them names. */
const [FEW, SOME] = [3, 3];

type Told = { row: Row; warning: string };

/** The warnings of each sort of which there are many, with their records. */
function manyOf(rows: readonly Row[]): Map<string, Told[]> {
  const sorts = new Map<string, Told[]>();
  for (const row of rows)
    for (const warning of row.warnings) {
      const sort = sortOf(warning);
      const others = sorts.get(sort);
      if (others) others.push({ row, warning });
      else sorts.set(sort, [{ row, warning }]);
    }
  return new Map([...sorts].filter(([, told]) => told.length > FEW));
}

function manyLine(told: readonly Told[]): string {
  const names = told.slice(0, SOME).map(({ row }) => nameOf(row));
  const sentence = inCommon(told.map(({ warning }) => warning));
  return said("warning", `${counted(told.length, "time")}: ${sentence} (${names.join(", ")} …)`);
}

/**
 * Lines about records. `full`: also about the texts that went as expected. `counting`: many warnings of one sort are one
 * line; for people who read them as they come.
 */
export function recordLines({ kind, records }: ImportReport, full: boolean, counting = false): string[] {
  // A file is named by its path in the folder.
  const isFile = ({ source }: Row) => kind === "markdown" && source.includes("/");
  const named = records.map((row) =>
    isFile(row) ? { ...row, source: row.source.slice(row.source.indexOf("/") + 1) } : row,
  );
  const rows = kind === "markdown" ? named.toSorted(byCodeUnits) : named;
  const many = counting ? manyOf(rows) : new Map<string, Told[]>();
  const own = rows.flatMap((row) => {
    const { outcome, reason, url } = row;
    const warnings = row.warnings.filter((warning) => !many.has(sortOf(warning)));
    const lines: string[] = [];
    if (outcome === "failed" || outcome === "skipped") lines.push(line(outcome, row, `: ${reason}`));
    else if (full && outcome !== "unchanged" && (row.kind === "post" || row.kind === "sheet"))
      lines.push(line(outcome, row, url === null ? "" : ` → ${url}`));
    for (const warning of warnings) lines.push(line("warning", row, `: ${warning}`));
    return lines;
  });
  return [...own, ...[...many.values()].map(manyLine)];
}

/** Lines about what was left, and what is suggested. */
export const remainLines = ({ left, suggestions, recordsLeftOut, kept }: ImportReport): string[] => [
  ...(recordsLeftOut > 0 ? [`… and ${counted(recordsLeftOut, "further record")} (see the dashboard)`] : []),
  ...left.map(({ what, count, why }) => said("left", `${what} (${count}): ${why}`)),
  ...suggestions.map(({ option, value, why }) => said("hint", `set ${option} to ${value}: ${why}`)),
  ...kept.map(({ kind, id, title, why }) => said("kept", `${kind} ${id} "${title}": ${why}`)),
];

/** Where an import stands that was stopped, and what can be done now. */
export function stoppedSentence({ id, dryRun, progressDone, progressTotal }: ImportReport): string {
  const where = `after ${progressDone.toLocaleString("en-US")} of ${counted(progressTotal, "record")}`;
  return dryRun
    ? `The dry run was stopped ${where}; nothing was written.`
    : `Import ${id} was stopped ${where}, and what is done stays: call the same command again to go on, or take it back with npm run cms -- import undo ${id}`;
}

/** The summary at the end. */
export function summaryLines(report: ImportReport): string[] {
  const { id, state, dryRun, resumed, summary, made, redirects, records } = report;
  if (state === "DONE" && records.length === 0 && Object.values(summary).every((count) => count === 0))
    return ["There is nothing to import in it."];
  const { imported, updated, unchanged, skipped, failed, warnings } = summary;
  const parts = [
    `${imported} imported`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${failed} failed`,
    counted(warnings, "warning"),
  ];
  const terms = [
    ...(made.tags.length > 0 ? [counted(made.tags.length, "new tag")] : []),
    ...(made.categories.length > 0 ? [counted(made.categories.length, "new category", "new categories")] : []),
    ...(made.users.length > 0 ? [counted(made.users.length, "new account")] : []),
    ...(redirects > 0 ? [counted(redirects, "redirect")] : []),
  ];
  const beginning = dryRun ? "Dry run, nothing was written: " : resumed ? "Went on where it was stopped: " : "";
  return [
    `${beginning}${parts.join(", ")}${terms.length > 0 ? ` (${terms.join(", ")})` : ""}`,
    ...(id === null || imported + updated === 0 ? [] : [`To take it back: npm run cms -- import undo ${id}`]),
  ];
}
