import { codeOf } from "./errors";
import { shared } from "./shared";

const seat = shared<{ found: string | null; tell: (what: string) => void }>("damage", () => ({
  found: null,
  tell: () => undefined,
}));

/** Messages of SQLite and PostgreSQL about a damaged database. */
const DAMAGE = /^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/;

/** Notes that the database is damaged, and reports it the first time. Lasts until the next start. */
export function noteDamage(what: string): void {
  if (seat.found !== null) return;
  seat.found = what;
  seat.tell(what);
}

/** Checks whether some work failed because the database is damaged. */
export function noteFailure(error: unknown): void {
  const code = codeOf(error);
  if (DAMAGE.test(code)) noteDamage(code);
}

/** The damage that was noticed since the start, if any. */
export const damageFound = (): string | null => seat.found;

/** Registers a listener for damage; null removes it and forgets the damage. */
export function watchDamage(tell: ((what: string) => void) | null): void {
  seat.tell = tell ?? (() => undefined);
  if (tell === null) seat.found = null;
  else if (seat.found !== null) tell(seat.found);
}
