import { giveWay } from "./giving-way";

/** Rows that are stored in one transaction where they may be many: no request is answered meanwhile. */
export const PART = 200;

/** The first rows of those that wait. */
export function firstOf<T>(waiting: Iterable<T>): T[] {
  const first: T[] = [];
  for (const row of waiting) {
    if (first.length >= PART) break;
    first.push(row);
  }
  return first;
}

/** Does work as often as it takes to work off so many rows; in between, requests are answered. */
export async function inParts(rows: number, work: () => Promise<void>): Promise<void> {
  for (let left = rows; left > 0; left -= PART) {
    await work();
    if (left > PART) await giveWay();
  }
}

/** Does work that says how many rows it took, until it finds less than a part; in between, requests are answered. */
export async function allInParts(work: () => Promise<number>): Promise<void> {
  while ((await work()) >= PART) await giveWay();
}

/** A list cut into pieces of at most this many, such as for statements that name them all. */
export const slices = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
