import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "./errors";

const MOST_TRIES = 12;
const LONGEST_PAUSE_MS = 500;

/** Thrown by a mutation whose record changed after it was read: the runner prepares and runs it again. */
export class Raced extends Error {}

/** Repeats work that lost a race, after a growing, random pause. `last` is what the lost attempt had prepared. */
export async function untilWon<T, P>(
  attempt: (last: P | undefined, keep: (prepared: P) => void) => Promise<T>,
): Promise<T> {
  let last: P | undefined;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(last, (prepared) => (last = prepared));
    } catch (error) {
      if (!(error instanceof Raced)) throw error;
      if (tries === MOST_TRIES)
        throw new AppError("conflict", "Somebody saved this at the same moment. Please save again.", {
          reason: "saved_meanwhile",
          cause: error,
        });
      await pause(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS));
    }
  }
}
