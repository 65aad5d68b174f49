const WORDS_PER_MINUTE = 240;

/** Whole minutes a text takes, at least one; 0 for a text that is not known or empty. */
export const minutesToRead = (wordCount: number | undefined): number =>
  wordCount ? Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE)) : 0;
