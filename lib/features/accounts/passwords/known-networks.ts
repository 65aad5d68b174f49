import { and, desc, eq, gt, inArray, max } from "drizzle-orm";
import { sessions, users } from "../../../../db/schema";
import { type Actor, isStaff, isSystem, staffRoles } from "../../../core/access";
import { isBrowserOfStaff } from "../../../core/known-browser";
import { engine } from "../../../core/operation";
import { shared } from "../../../core/shared";
import { widestNetworkOf } from "../../../services/limits/networks";
import { type Asker, ownWork } from "./password";

/** How long what was read is good for, and of how many networks. Milliseconds. */
const [KEPT_MS, MOST] = [60_000, 1_000];

const known = shared("known networks", () => ({ names: new Set<string>(), until: 0 }));

/**
 * Who asks from this address: known is a network from which somebody of the staff is signed in with a browser. A browser
 * in which somebody of the staff signed in before is known by itself, since anybody may share its address.
 */
export async function askerFrom({ ip, browser }: Pick<Actor, "ip" | "browser">): Promise<Asker> {
  if (browser !== null && isBrowserOfStaff(browser)) return { network: `browser ${browser}`, isKnown: true };
  // A line at home gets another narrow one each day.
  const network = widestNetworkOf(ip);
  if (known.until <= Date.now() && !known.names.has(network)) {
    const rows = await engine()
      .reader.select({ ip: sessions.ip })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      // Anybody may be a reader, with any number of sessions.
      .where(and(gt(sessions.expireTime, new Date()), inArray(users.role, staffRoles)))
      .groupBy(sessions.ip)
      .orderBy(desc(max(sessions.lastUseTime)))
      .limit(MOST);
    Object.assign(known, { names: new Set(rows.map((row) => widestNetworkOf(row.ip))), until: Date.now() + KEPT_MS });
  }
  return { network, isKnown: known.names.has(network) };
}

/**
 * Who asks, for whatever is no sign-in: staff each by themselves. Readers are as many as strangers, where registration is
 * open.
 */
export async function askerFor(actor: Actor): Promise<Asker> {
  if (isSystem(actor)) return ownWork;
  if (actor.id !== null && isStaff(actor)) return { network: `account ${actor.id}`, isKnown: true };
  return askerFrom(actor);
}

/** For tests: as after a start. */
export const forgetNetworks = (): void => void Object.assign(known, { names: new Set(), until: 0 });
