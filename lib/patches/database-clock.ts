/**
 * A hook into Node: `Date` tells the database's time where this machine's clock differs from it.
 *
 * Reason: servers of one site compare times with each other: leases of jobs, ends of sessions, steps of codes, dates of
 * publication. `Date` is the one place that all of them, and the packages that sign people in, take the time from.
 *
 * Gain: servers whose clocks are five minutes apart act as one (e2e/servers.spec.ts); where clocks agree within a
 * second, `Date` is Node's own.
 *
 * Contract: `Date` is a global that can be replaced, and whoever asks for the time reads it when they do.
 */

const machine = Date;
/** Milliseconds by which clocks may differ; an answer of the database takes some itself. */
const UNNOTICED_MS = 1000;

let ahead = 0;

const databaseDate = new Proxy(machine, {
  construct: (target, given: unknown[], newTarget: NewableFunction) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, newTarget) as Date,
  apply: (target) => new target(target.now() + ahead).toString(),
  get: (target, name, receiver) =>
    name === "now" ? () => target.now() + ahead : (Reflect.get(target, name, receiver) as unknown),
});

/** Milliseconds by which the database's clock is ahead of this machine's; 0 where they agree. */
export const databaseIsAhead = (): number => ahead;

/** Asks the database for its time, in epoch milliseconds, and takes that where it differs. */
export async function followDatabaseClock(ask: () => Promise<number | undefined>): Promise<void> {
  const begun = machine.now();
  const theirs = await ask();
  const waited = machine.now() - begun;
  if (theirs === undefined || waited < 0 || waited > UNNOTICED_MS) return;
  const difference = theirs - begun - waited / 2;
  if (Math.abs(difference - ahead) < UNNOTICED_MS) return;
  ahead = Math.abs(difference) < UNNOTICED_MS ? 0 : Math.round(difference);
  globalThis.Date = ahead === 0 ? machine : databaseDate;
  machine.prototype.constructor = globalThis.Date;
}
