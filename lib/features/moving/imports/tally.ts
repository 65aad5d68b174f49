import { type CountsByKind, MOST_IN_REPORT } from "./rows";
import { MOST_WARNINGS } from "../sources/schema";
import type { Noted } from "./memory";

const told = new Set(["post", "sheet", "journal", "user"]);

/** Counts a record; files that texts show are no records of the source. */
export function countIn(counts: CountsByKind, { kind, outcome, warnings }: Noted): void {
  if (kind === "file") return;
  const own = (counts[kind] ??= { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
  const all = counts.all ?? {};
  own[outcome] = (own[outcome] ?? 0) + 1;
  all[outcome] = (all[outcome] ?? 0) + 1;
  all.warnings = (all.warnings ?? 0) + Math.min(warnings.length, MOST_WARNINGS);
}

/** The records of a run that stores nothing: their numbers, and those that its report names. */
export class Tally {
  readonly counts: CountsByKind = {
    all: { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, warnings: 0 },
  };
  redirects = 0;
  leftOut = 0;
  #records: Noted[] = [];

  add(noted: Noted, redirects: number): void {
    const { kind, outcome, warnings } = noted;
    if (kind === "file") return;
    this.redirects += redirects;
    countIn(this.counts, noted);
    if (!told.has(kind) && outcome !== "failed" && outcome !== "skipped" && warnings.length === 0) return;
    if (this.#records.length < MOST_IN_REPORT) this.#records.push(noted);
    else this.leftOut += 1;
  }

  /** Those that need attention first, otherwise in the order of the source. */
  records(): Noted[] {
    const rank = ({ outcome, warnings }: Noted) =>
      outcome === "failed" ? 0 : warnings.length > 0 ? 1 : outcome === "skipped" ? 2 : 3;
    return this.#records.toSorted((a, b) => rank(a) - rank(b));
  }
}
