import { users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import type { AttemptKey } from "../../../services/limits/attempts";
import { keysOfOwner } from "../passwords/known-browsers";
import { named } from "./queries";

/** The counters of a guess at the account with this name or address. */
export async function keysOfNamed(
  actor: Actor,
  username: string,
  subject: string,
  ofStrangers: AttemptKey[],
): Promise<AttemptKey[]> {
  if (actor.browser === null) return ofStrangers;
  const [row] = await engine().reader.select({ id: users.id }).from(users).where(named(username));
  return row ? keysOfOwner(actor, row.id, subject, ofStrangers) : ofStrangers;
}
