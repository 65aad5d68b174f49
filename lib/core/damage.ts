import { codeOf } from "./errors";
import { shared } from "./shared";

const seat = shared<{ found: string | null; tell: (what: string) => void }>("damage", () => ({
  found: null,
  tell: () => undefined,
}));

/** What SQLite and PostgreSQL say of a database that they cannot read as it should be. */
const DAMAGE = /^(SQLITE_(CORRUPT|NOTADB)|XX00[12])/;

/** Notes that the database is damaged; the first time is told of. It stays so until the program is started anew. */
export function noteDamage(what: string): void {
  if (seat.found !== null) return;
  seat.found = what;
  seat.tell(what);
}

/** Looks whether some work failed because the database is damaged. */
export function noteFailure(error: unknown): void {
  const code = codeOf(error);
  if (DAMAGE.test(code)) noteDamage(code);
}

/** What is wrong with the database, if that was noticed since the start. */
export const damageFound = (): string | null => seat.found;

/** Has `tell` called when damage is noticed; null forgets what was. */
export function watchDamage(tell: ((what: string) => void) | null): void {
  seat.tell = tell ?? (() => undefined);
  if (tell === null) seat.found = null;
  else if (seat.found !== null) tell(seat.found);
}
