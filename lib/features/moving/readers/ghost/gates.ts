const marks = /<!--\s{0,9}kg-gated-block:(begin|end)/gi;

/**
 * Cuts out everything between the marks of parts that not everybody saw. It goes by the text itself and not by tags, as
 * Ghost does, so that no way of writing tags hides a mark; a part without an end is cut to the end of the text.
 */
export function withoutGated(text: string): { text: string; cut: number } {
  const pieces: string[] = [];
  let depth = 0;
  let at = 0;
  let cut = 0;
  for (const { 1: mark = "", index } of text.matchAll(marks)) {
    // Inside of the mark before.
    if (index < at) continue;
    if (mark.toLowerCase() === "begin") {
      if (depth === 0) {
        pieces.push(text.slice(at, index));
        cut += 1;
      }
      depth += 1;
      continue;
    }
    const end = text.indexOf("-->", index);
    if (depth === 0) pieces.push(text.slice(at, index));
    depth = Math.max(0, depth - 1);
    at = end < 0 ? text.length : end + 3;
  }
  if (depth === 0) pieces.push(text.slice(at));
  return { text: pieces.join(""), cut };
}

export const hasGated = (text: string): boolean => text.search(marks) >= 0;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Whether a card was shown to some readers only, by its `visibility` in any version of Ghost. */
export function isGated(card: Record<string, unknown>): boolean {
  const { visibility } = card;
  if (!isRecord(visibility)) return false;
  const { web } = visibility;
  if (isRecord(web)) {
    if (web.nonMember !== true) return true;
    const segment = typeof web.memberSegment === "string" ? web.memberSegment : "";
    return !(segment.includes("status:free") && segment.includes("status:-free"));
  }
  if (web !== undefined) return true;
  return visibility.showOnWeb === false || visibility.emailOnly === true || visibility.nonMember === false;
}
