import { shared } from "./shared";

/** The most hosts that are remembered; strangers can invent any number. */
const MOST = 20;
/** The number of visits from which a host is reported. */
const FEW = 5;
/** Milliseconds after which an unused host is forgotten: a week. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export type VisitedHost = { host: string; visits: number };
type Seen = { visits: number; lastTime: number };

const seen = shared("visited hosts", () => new Map<string, Seen>());

/** Makes room: forgets hosts that are too old, otherwise the least visited, the longest unused first. */
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

/** Counts a visit by another host. Kept in memory, per process. */
export function noteHost(host: string, now = Date.now()): void {
  const entry = seen.get(host);
  if (!entry && seen.size >= MOST) makeRoom(now);
  const isOld = entry && now - entry.lastTime > LIFETIME_MS;
  seen.set(host, { visits: (entry && !isOld ? entry.visits : 0) + 1, lastTime: now });
}

/** The other hosts by which visitors come to this address, the most visited first. */
export function hostsBeside(address: string, now = Date.now()): VisitedHost[] {
  const own = URL.canParse(address) ? new URL(address).host : "";
  return [...seen]
    .filter(([host, { visits, lastTime }]) => host !== own && visits >= FEW && now - lastTime <= LIFETIME_MS)
    .map(([host, { visits }]) => ({ host, visits }))
    .sort((a, b) => b.visits - a.visits);
}

/** For tests: forgets all hosts. */
export const forgetHosts = (): void => seen.clear();
