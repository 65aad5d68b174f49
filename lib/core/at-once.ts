import { breathing } from "./giving-way";

type Answers<T extends readonly unknown[]> = { -readonly [I in keyof T]: Awaited<T[I]> };

/**
 * The answers to questions that were asked at once, whichever is answered first. Waits for all of them, also where one
 * fails, so that none goes on after the transaction that it belongs to. Of those that fail the first of the list is told.
 */
export async function atOnce<const T extends readonly unknown[]>(asked: T): Promise<Answers<T>> {
  const answers = await Promise.allSettled(asked);
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as Answers<T>;
}

/** How much is begun at once of something that is done for many. */
const AT_ONCE = 10;

/**
 * Does the same for each of many, some at once, and gives everything else of this thread turns in between. On PostgreSQL
 * a change of a hundred records would else wait for hundreds of answers one after the other, and all that write for it.
 */
export async function someAtOnce<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const breathe = breathing();
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await breathe();
    const some = items.slice(from, from + AT_ONCE);
    results.push(...(await atOnce(some.map((item, index) => work(item, from + index)))));
  }
  return results;
}
