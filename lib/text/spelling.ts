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

/** The most letters of all words together. The titles of a site of usual ones have fewer; a million take minutes to take in. */
const MOST_LETTERS = 200_000;

/** Words among which the one that was meant is looked for, found by what they share with it. */
export class Dictionary {
  /** Each word by its folded form. */
  readonly #words = new Map<string, { word: string; size: number }>();
  readonly #withGram = new Map<string, string[]>();
  readonly #withLetters = new Map<string, string[]>();
  #left = MOST_LETTERS;

  /** Whether it takes no further words. */
  get isFull(): boolean {
    return this.#left <= 0;
  }

  /** Adds a word as it is written, with its folded form; the first spelling stays. */
  add(folded: string, word: string): void {
    if (this.isFull || this.#words.has(folded)) return;
    this.#left -= folded.length;
    const grams = trigrams(folded);
    this.#words.set(folded, { word, size: grams.size });
    for (const gram of grams) note(this.#withGram, gram, folded);
    note(this.#withLetters, lettersIn(folded), folded);
  }

  /** The word that is most like a misspelt one; null where it is right, or where none is like it. */
  nearest(folded: string): string | null {
    if (folded.length < 3 || this.#words.has(folded)) return null;
    const wanted = trigrams(folded);
    const swapped = new Set(this.#withLetters.get(lettersIn(folded)));
    const shared = new Map([...swapped].map((known) => [known, 0]));
    for (const gram of wanted)
      for (const known of this.#withGram.get(gram) ?? []) shared.set(known, (shared.get(known) ?? 0) + 1);
    let best: { word: string; likeness: number } | null = null;
    for (const [known, grams] of shared) {
      const { word, size } = this.#words.get(known) ?? { word: "", size: 0 };
      if (Math.abs(size - wanted.size) > 3) continue;
      const likeness = grams / (size + wanted.size - grams) + (swapped.has(known) ? SWAPPED : 0);
      if (likeness >= ALIKE && likeness > (best?.likeness ?? 0)) best = { word, likeness };
    }
    return best?.word ?? null;
  }
}

function note(places: Map<string, string[]>, key: string, word: string): void {
  const words = places.get(key);
  if (words) words.push(word);
  else places.set(key, [word]);
}
