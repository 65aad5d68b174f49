import { counted, printable } from "./output";

type Outcome = "imported" | "updated" | "unchanged" | "skipped" | "failed";

/** The result for one file. */
export type FileReport = {
  /** Path within the folder. */
  file: string;
  outcome: Outcome;
  /** Why it was skipped or failed. */
  reason?: string;
  postId?: number;
  title?: string;
  /** Address on the site. */
  url?: string;
  warnings: string[];
};

export type ImportReport = {
  folder: string;
  dryRun: boolean;
  author: string;
  summary: Record<Outcome | "warnings", number>;
  /** Names of tags and categories that were made. */
  made: { tags: string[]; categories: string[] };
  files: FileReport[];
};

/** Counts the results. */
export function summaryOf(files: readonly FileReport[]): ImportReport["summary"] {
  const summary = { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, warnings: 0 };
  for (const { outcome, warnings } of files) {
    summary[outcome] += 1;
    summary.warnings += warnings.length;
  }
  return summary;
}

const line = (word: string, file: string, rest: string) => `${word.padEnd(9)} ${printable(`${file}${rest}`)}`;

/** Lines about one file; the full report also lists what went as expected. */
export function fileLines({ file, outcome, reason, url, warnings }: FileReport, full: boolean): string[] {
  const lines: string[] = [];
  if (outcome === "failed" || outcome === "skipped") lines.push(line(outcome, file, `: ${reason}`));
  else if (full && outcome !== "unchanged") lines.push(line(outcome, file, ` → ${url}`));
  for (const warning of warnings) lines.push(line("warning", file, `: ${warning}`));
  return lines;
}

/** The summary at the end. */
export function summaryLines({ dryRun, summary, made }: ImportReport): string[] {
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
  ];
  return [
    `${dryRun ? "Dry run, nothing was written: " : ""}${parts.join(", ")}${terms.length > 0 ? ` (${terms.join(", ")})` : ""}`,
  ];
}
