/**
 * The highest number of a table's rows that is taken from elsewhere, such as an export or a backup. It leaves room for
 * new ones: the last is 2,147,483,647, or for comments what JavaScript counts to.
 */
export const highestTaken = (table: string): number => (table === "comments" ? 2 ** 52 : 2_000_000_000);
