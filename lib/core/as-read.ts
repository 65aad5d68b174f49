import { AppError } from "./errors";

// Two people may change the same record: whoever saves names the values that they read, and is refused where these have
// changed since.

/** Fields of a record by name, as a form was filled from them. */
export type AsRead = Readonly<Record<string, unknown>>;

// A date reads the same before and after its way to the browser.
const written = (value: unknown): string => JSON.stringify(value ?? null);
const isOther = (a: unknown, b: unknown): boolean => written(a) !== written(b);

/**
 * Refuses a change where a field that its form was filled from holds another value by now. A field that already holds
 * the wanted value is no conflict, so that a save whose answer was lost may be sent again.
 */
export function requireAsRead(asRead: AsRead, current: AsRead, wanted: AsRead): void {
  const isAnother = Object.entries(current).some(
    ([name, value]) => Object.hasOwn(asRead, name) && isOther(asRead[name], value) && isOther(wanted[name], value),
  );
  if (isAnother)
    throw new AppError("stale", "This was changed elsewhere meanwhile. Nothing was overwritten.", {
      reason: "changed_meanwhile",
      current,
    });
}

/** The same by a number that every change raises; `shown` is the record as an answer. */
export function requireVersion(
  what: string,
  expected: number | undefined,
  { version }: { version: number },
  shown: () => unknown,
): void {
  if (expected !== undefined && expected !== version)
    throw new AppError("stale", `This ${what} was changed elsewhere since you read it.`, { current: shown() });
}

/** The refusal of a move where the order has changed since it was read. */
export const otherOrder = () =>
  new AppError("stale", "The order was changed elsewhere in the meantime. Nothing was moved.", {
    reason: "order_stale",
  });
