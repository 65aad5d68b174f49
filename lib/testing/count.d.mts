export type Count = { passed: number; failed: number; skipped: number };
export function sum(counts: Count[]): Count;
export function inWords(count: Count): string;
export function countOf(
  kind: "vitest" | "playwright" | "check" | "step",
  file: string,
  ok: boolean,
  isOver?: boolean,
): Count;
