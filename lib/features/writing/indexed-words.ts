import type { Words } from "../../text/search";

/**
 * Words from which on no further record's are stored in the same transaction: SQLite writes a hundred thousand in a second,
 * and answers nobody meanwhile.
 */
export const MOST_AT_ONCE = 30_000;

/** The number of words that a record has in the index. */
export const countOf = (words: Words | undefined): number => (words ? words.title.length + words.text.length : 0);
