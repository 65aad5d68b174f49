/** The lines of a code block that its author points at: `2,5-7`. */
export const markedLines = /^\d{1,5}(?:-\d{1,5})?(?:,\d{1,5}(?:-\d{1,5})?){0,30}$/;

/** The class of such a line. */
export const MARKED_LINE = "line";

/** Whether a line, counted from 1, is among them. */
export function lineMarker(lines: unknown): ((line: number) => boolean) | null {
  if (typeof lines !== "string" || !markedLines.test(lines)) return null;
  const ranges = lines.split(",").map((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return { from, to };
  });
  return (line) => ranges.some(({ from, to }) => line >= from && line <= to);
}
