import { breathing } from "../core/giving-way";

/** What pieces with these numbers hold, made one after the other; others are answered in between. */
export async function inPieces<T>(
  first: number,
  last: number,
  make: (piece: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const made: T[] = [];
  const breathe = breathing();
  for (let piece = first; piece <= last; piece += 1) {
    made.push(...(await make(piece)));
    await breathe();
  }
  return made;
}
