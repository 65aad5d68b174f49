export type Part = { start: number; end: number };

/**
 * The range of `size` bytes that a request asks for; null: all of it (also for several ranges), "none": an impossible
 * one.
 */
export function partOf(range: string | null | undefined, size: number): Part | "none" | null {
  const [all, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (all === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || start > end || (first === "" && Number(last) === 0) ? "none" : { start, end };
}
