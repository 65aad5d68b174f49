import { and, desc, eq, gt, inArray, max } from "drizzle-orm";
import { sessions, users } from "../../../../db/schema";
import { type Actor, isStaff, isSystem, staffRoles } from "../../../core/access";
import { lineOfStaff } from "../../../core/known-browser";
import { engine } from "../../../core/operation";
import { shared } from "../../../core/shared";
import { widestNetworkOf } from "../../../services/limits/networks";
import { type Asker, ownWork } from "./password";

/** How long what was read is good for, and of how many networks. Milliseconds. */
const [KEPT_MS, MOST] = [60_000, 1_000];

/** The lines of networks that are known. */
const known = shared("known networks", () => ({ lines: new Map<string, string>(), until: 0 }));

/** A network's line is that of the one account that is signed in there, which may be so in any number of them. */
function linesOf(rows: readonly { ip: string | null; userId: number }[]): Map<string, string> {
  const there = new Map<string, Set<number>>();
  for (const { ip, userId } of rows) {
    const network = widestNetworkOf(ip);
    there.set(network, (there.get(network) ?? new Set()).add(userId));
  }
  return new Map([...there].map(([network, [one, another]]) => [network, another ? network : `networks of ${one}`]));
}

/**
 * Who asks from this address: known is a network from which somebody of the staff is signed in with a browser. A browser
 * in which somebody of the staff signed in before is known by itself, since anybody may share its address.
 */
export async function askerFrom({ ip, browser }: Pick<Actor, "ip" | "browser">): Promise<Asker> {
  const staff = lineOfStaff(browser);
  if (staff !== null) return { network: staff, isKnown: true };
  // A line at home gets another narrow one each day.
  const network = widestNetworkOf(ip);
  const now = Date.now();
  // A clock that was ahead may have noted a time that is far off.
  const isOver = known.until <= now || known.until > now + KEPT_MS;
  if (isOver && !known.lines.has(network)) {
    const rows = await engine()
      .reader.select({ ip: sessions.ip, userId: sessions.userId })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      // Anybody may be a reader, with any number of sessions.
      .where(and(gt(sessions.expireTime, new Date()), inArray(users.role, staffRoles)))
      .groupBy(sessions.ip, sessions.userId)
      .orderBy(desc(max(sessions.lastUseTime)))
      .limit(MOST);
    Object.assign(known, { lines: linesOf(rows), until: now + KEPT_MS });
  }
  const line = known.lines.get(network);
  return { network: line ?? network, isKnown: line !== undefined };
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
export const forgetNetworks = (): void => void Object.assign(known, { lines: new Map(), until: 0 });
