import type { ImportReport } from "../features/moving/imports/schema";
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

/** Lines about records; the full report also lists the texts that went as expected. */
export function recordLines({ kind, records }: ImportReport, full: boolean): string[] {
  const rows = kind === "markdown" ? records.toSorted(byCodeUnits) : records;
  return rows.flatMap((given) => {
    // A file is named by its path in the folder.
    const isFile = kind === "markdown" && given.source.includes("/");
    const row = isFile ? { ...given, source: given.source.slice(given.source.indexOf("/") + 1) } : given;
    const { outcome, reason, url, warnings } = row;
    const lines: string[] = [];
    if (outcome === "failed" || outcome === "skipped") lines.push(line(outcome, row, `: ${reason}`));
    else if (full && outcome !== "unchanged" && (row.kind === "post" || row.kind === "sheet"))
      lines.push(line(outcome, row, url === null ? "" : ` → ${url}`));
    for (const warning of warnings) lines.push(line("warning", row, `: ${warning}`));
    return lines;
  });
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
