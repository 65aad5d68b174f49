const WORDS_PER_MINUTE = 240;

/** Whole minutes of reading, at least one; 0 for an unknown or empty text. */
export const minutesToRead = (wordCount: number | undefined): number =>
  wordCount ? Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE)) : 0;
