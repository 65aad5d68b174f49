import { shared } from "./shared";

/** Hosts that are remembered; strangers can invent as many as they like. */
const MOST = 20;
/** From so many visits on a host is told of. */
const FEW = 5;
/** One that nobody came by for so long is forgotten: a week, in milliseconds. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export type VisitedHost = { host: string; visits: number };
type Seen = { visits: number; lastTime: number };

const seen = shared("visited hosts", () => new Map<string, Seen>());

/** Makes room by forgetting what is too old, or else what was visited least, the longest unused of those. */
function makeRoom(now: number): void {
  let least: [string, Seen] | undefined;
  for (const [host, entry] of seen) {
    if (now - entry.lastTime > LIFETIME_MS) seen.delete(host);
    else if (
      !least ||
      entry.visits < least[1].visits ||
      (entry.visits === least[1].visits && entry.lastTime < least[1].lastTime)
    )
      least = [host, entry];
  }
  if (least && seen.size >= MOST) seen.delete(least[0]);
}

/** Counts one visit by a host that is not the site's own. Kept in memory, by each process for itself. */
export function noteHost(host: string, now = Date.now()): void {
  const entry = seen.get(host);
  if (!entry && seen.size >= MOST) makeRoom(now);
  const isOld = entry && now - entry.lastTime > LIFETIME_MS;
  seen.set(host, { visits: (entry && !isOld ? entry.visits : 0) + 1, lastTime: now });
}

/** By which other hosts visitors come to a site at this address, the most visited first. */
export function hostsBeside(address: string, now = Date.now()): VisitedHost[] {
  const own = URL.canParse(address) ? new URL(address).host : "";
  return [...seen]
    .filter(([host, { visits, lastTime }]) => host !== own && visits >= FEW && now - lastTime <= LIFETIME_MS)
    .map(([host, { visits }]) => ({ host, visits }))
    .sort((a, b) => b.visits - a.visits);
}

/** For tests: as after a start. */
export const forgetHosts = (): void => seen.clear();
