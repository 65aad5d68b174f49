import { normalized } from "./normalized";

/** Case and width of letters do not matter. */
const folded = (text: string): string => normalized(text, "NFKC").toLowerCase();

/** Whether a text has every one of these words, or their beginnings. */
export const hasWords = (text: string, wanted: string): boolean => {
  const within = folded(text);
  return folded(wanted)
    .split(/\s+/)
    .every((word) => within.includes(word));
};

/** How well a title fits what is typed, 0 best: equal, its beginning, the beginning of a word, somewhere; null: not at all. */
export function titleRank(title: string, typed: string): 0 | 1 | 2 | 3 | null {
  const [within, wanted] = [folded(title), folded(typed.trim())];
  if (within === wanted) return 0;
  if (within.startsWith(wanted)) return 1;
  if (within.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
  return hasWords(within, wanted) ? 3 : null;
}
