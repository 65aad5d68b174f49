import { createHash } from "node:crypto";

/** Gives rows that are known by names the numbers that lists need; a name's number stays the same. */
export const numbered = <R extends { name: string }>(rows: readonly R[]): (R & { id: number })[] =>
  rows.map((row) => ({
    id: Number.parseInt(createHash("sha256").update(row.name).digest("hex").slice(0, 12), 16),
    ...row,
  }));
