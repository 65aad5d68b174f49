import { isRow } from "./halo-rows";

type Delta = { position: number; before: string[]; after: string[] };

const linesOf = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((line) => typeof line === "string") ? value : null;

/** One change of Halo's: lines at a place of the first version, and what stands there instead. */
function deltaOf(value: unknown): Delta | null {
  if (!isRow(value) || !isRow(value.source) || !isRow(value.target)) return null;
  const [before, after] = [linesOf(value.source.lines), linesOf(value.target.lines)];
  const { position } = value.source;
  return before && after && typeof position === "number" && Number.isInteger(position) && position >= 0
    ? { position, before, after }
    : null;
}

/** A text with the changes of a patch log; null where these do not fit it. */
export function patched(text: string, diff: string): string | null {
  let changes: unknown;
  try {
    changes = JSON.parse(diff);
  } catch {
    return null;
  }
  if (!Array.isArray(changes)) return null;
  const deltas = changes.map(deltaOf);
  const lines = text.split("\n");
  const pieces: string[][] = [];
  let end = lines.length;
  for (const delta of deltas.toSorted((a, b) => (b?.position ?? 0) - (a?.position ?? 0))) {
    if (!delta) return null;
    const to = delta.position + delta.before.length;
    if (to > end || delta.before.some((line, i) => line !== lines[delta.position + i])) return null;
    pieces.push(lines.slice(to, end), delta.after);
    end = delta.position;
  }
  return [...lines.slice(0, end), ...pieces.toReversed().flat()].join("\n");
}
