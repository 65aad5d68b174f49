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
