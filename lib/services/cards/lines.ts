import type { lettersOf } from "./letters";
import { normalized } from "../../text/normalized";

type Find = ReturnType<typeof lettersOf>;

/** Written once and never moved, and signs that say nothing on a picture. */
const invisible = /[\p{Cf}\p{Cc}\p{Mn}]/u;
/** What may be left out where we have no outline of it: signs, pictographs and punctuation, but no letter. */
const dispensable = /[\p{S}\p{P}\p{Extended_Pictographic}\p{Z}]/u;

/** A text of which every letter can be drawn; null where one cannot, since a text without it would be wrong. */
export function drawable(text: string, find: Find): string | null {
  let out = "";
  for (const letter of normalized(text, "NFC").replace(/\s+/gu, " ").trim()) {
    if (find(letter)) out += letter;
    else if (/\p{M}/u.test(letter) || !(invisible.test(letter) || dispensable.test(letter))) return null;
  }
  const words = out.replace(/ {2,}/g, " ").trim();
  return words === "" ? null : words;
}

/** The width of a text, in parts of the letters' size. */
export const widthOf = (text: string, find: Find): number =>
  [...text].reduce((sum, each) => {
    const letter = find(each);
    return sum + (letter ? letter.advance / letter.scale : 0);
  }, 0);

/** Where a line may end: behind a space, and between the words of languages that have none; never before punctuation. */
function pieces(text: string): string[] {
  const out: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    const last = out.at(-1);
    const staysWithLast =
      last !== undefined &&
      !last.endsWith(" ") &&
      (/^[\p{Pe}\p{Pf}\p{Po}\p{Pd} ’']/u.test(segment) || /[\p{Ps}\p{Pi}’'·-]$/u.test(last));
    if (staysWithLast) out[out.length - 1] = last + segment;
    else out.push(segment);
  }
  return out;
}

/** A text in lines of at most this width, in parts of the letters' size; a word that is longer is broken anywhere. */
function broken(text: string, width: number, find: Find): string[] {
  const lines = [""];
  const put = (piece: string) => {
    const line = lines.at(-1) ?? "";
    if (line === "" || widthOf((line + piece).trimEnd(), find) <= width) lines[lines.length - 1] = line + piece;
    else lines.push(piece);
  };
  for (const piece of pieces(text))
    if (widthOf(piece.trimEnd(), find) <= width) put(piece);
    else for (const letter of piece) put(letter);
  return lines.map((line) => line.trim()).filter(Boolean);
}

type Box = { width: number; height: number; sizes: readonly [number, number]; leading: number };

/** The largest letters with which a text fits into a box; where even the smallest do not, its end is left out. */
export function fitted(text: string, { width, height, sizes: [most, least], leading }: Box, find: Find) {
  for (let size = most; ; size -= 4) {
    const lines = broken(text, width / size, find);
    const room = Math.max(1, Math.floor(height / (size * leading)));
    if (lines.length <= room) return { size, lines };
    if (size > least) continue;
    const kept = lines.slice(0, room);
    let last = kept[room - 1] ?? "";
    while (widthOf(`${last}…`, find) > width / size) last = last.slice(0, -1);
    while (/[\s\p{P}]$/u.test(last)) last = last.slice(0, -1);
    return { size, lines: [...kept.slice(0, -1), `${last}…`] };
  }
}
