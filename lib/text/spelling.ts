/** How alike two words must be, 1 being the same. */
const ALIKE = 0.3;

/** Every three neighbouring letters of a word, with its ends. */
function trigrams(word: string): Set<string> {
  const letters = Array.from(`  ${word} `);
  return new Set(letters.slice(0, -2).map((letter, at) => letter + letters[at + 1] + letters[at + 2]));
}

/** Swapped letters spoil three trigrams each, and are the commonest mistake. */
const SWAPPED = 0.3;
const lettersIn = (word: string): string => Array.from(word).sort().join("");

/** Words among which the one that was meant is looked for. */
export class Dictionary {
  readonly #words = new Map<string, { word: string; grams: Set<string> }>();

  /** Words as they are written, each with its folded form; the first spelling stays. */
  constructor(words: Iterable<readonly [folded: string, word: string]>) {
    for (const [folded, word] of words)
      if (!this.#words.has(folded)) this.#words.set(folded, { word, grams: trigrams(folded) });
  }

  /** The word that is most like a misspelt one; null where it is right, or where none is like it. */
  nearest(folded: string): string | null {
    if (folded.length < 3 || this.#words.has(folded)) return null;
    const [wanted, letters] = [trigrams(folded), lettersIn(folded)];
    let best: { word: string; likeness: number } | null = null;
    for (const [known, { word, grams }] of this.#words) {
      if (Math.abs(grams.size - wanted.size) > 3) continue;
      let shared = 0;
      for (const gram of wanted) if (grams.has(gram)) shared += 1;
      const isSwapped = known.length === folded.length && lettersIn(known) === letters;
      const likeness = shared / (grams.size + wanted.size - shared) + (isSwapped ? SWAPPED : 0);
      if (likeness >= ALIKE && likeness > (best?.likeness ?? 0)) best = { word, likeness };
    }
    return best?.word ?? null;
  }
}
