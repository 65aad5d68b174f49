import { inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { plus } from "../../../db/expressions";
import { journals, photos, posts, sheets } from "../../../db/schema";
import { system } from "../../core/access";
import { atOnce } from "../../core/at-once";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { ownText } from "../../core/own-text";
import { firstOf, inParts } from "../../core/parts";
import { shared } from "../../core/shared";
import type { Subject } from "../../core/cache-keys";
import * as shape from "./revision-schema";
import { moveViewsOn, storeViews } from "./views";

type Counts = { visits: number; likes: number };

/**
 * Visits and likes that are not stored yet: a visit must not cost a write to disk. A crash loses the last few seconds.
 */
const pending = shared("counts", () => new Map<Subject, Counts>());

/** Views of pages without a record of their own, and the hosts that views came from, in the same way. */
const pages = shared("views of pages", () => ({ views: 0, hosts: new Map<string, number>() }));

/** Hosts that are waiting at most; the views of others are counted together, as "". */
const MOST_WAITING = 1000;
/** Characters of a host with a port at most. */
const MOST_HOST = 260;

/** Counts one visit or like; it is stored with the next flush. */
export function countUp(subject: Subject, what: keyof Counts): void {
  const counts = pending.get(subject);
  if (counts) counts[what] += 1;
  else pending.set(subject, { visits: what === "visits" ? 1 : 0, likes: what === "likes" ? 1 : 0 });
}

/** Counts one view of a page without a record. */
export function countPage(): void {
  pages.views += 1;
}

/** Counts views that came from pages of this host. */
export function countReferrer(host: string, views = 1): void {
  if (host.length > MOST_HOST) return;
  const { hosts } = pages;
  const count = hosts.get(host);
  if (count !== undefined) hosts.set(host, count + views);
  else if (hosts.size < MOST_WAITING) hosts.set(ownText(host), views);
  else hosts.set("", (hosts.get("") ?? 0) + views);
}

/** Likes of a record that are not stored yet. */
export const pendingLikes = (subject: Subject): number => pending.get(subject)?.likes ?? 0;

/** Records with visits and likes; visits of journals and photos are not counted. */
const tables = { post: posts, sheet: sheets, journal: journals, photo: photos };

type Group = Counts & { kind: keyof typeof tables; ids: number[] };

/** Records by what is added to them: most that were viewed in some seconds were viewed once. */
function alike(counts: readonly (Counts & { subject: Subject })[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { subject, visits, likes } of counts) {
    const [kind, id] = subject.split(":") as [keyof typeof tables, string];
    const name = `${kind}:${visits}:${likes}`;
    const group = groups.get(name) ?? { kind, visits, likes, ids: [] };
    group.ids.push(Number(id));
    groups.set(name, group);
  }
  return [...groups.values()];
}

function add(db: Database, { kind, visits, likes, ids }: Group): PromiseLike<unknown> {
  const table = tables[kind];
  const sums = {
    likes: plus(table.likes, likes),
    ...("visits" in table && { visits: plus(table.visits, visits) }),
  };
  return db.update(table).set(sums).where(inArray(table.id, ids));
}

const addCounts = mutation("addCounts", {
  can: "manage users",
  input: shape.counts,
  output: nothing,
  // Shown likes include those that are not stored yet.
  touches: ({ counts }) =>
    counts.flatMap(({ subject, likes }) => (likes > 0 && subject.startsWith("journal:") ? ["journals", subject] : [])),
  silent: true,
  run: async ({ db, now }, { counts, pages: views, hosts }) => {
    await storeViews(db, now, { records: counts, pages: views, hosts });
    await atOnce(alike(counts).map((group) => add(db, group)));
  },
});

/** Stores some of the counts in one transaction; after a failure they stay. */
async function flushSome(): Promise<void> {
  const counts = firstOf(pending).map(([subject, count]) => ({ subject, ...count }));
  const hosts = firstOf(pages.hosts).map(([host, visits]) => ({ host, visits }));
  const { views } = pages;
  for (const { subject } of counts) pending.delete(subject);
  for (const { host } of hosts) pages.hosts.delete(host);
  pages.views = 0;
  try {
    await addCounts(system, { counts, pages: views, hosts });
  } catch (error) {
    for (const { subject, visits, likes } of counts) {
      const now = pending.get(subject) ?? { visits: 0, likes: 0 };
      pending.set(subject, { visits: now.visits + visits, likes: now.likes + likes });
    }
    for (const { host, visits } of hosts) countReferrer(host, visits);
    pages.views += views;
    throw error;
  }
}

/** Stores the counts since the last flush. A view belongs to the day on which it is stored. */
export async function flushCounts(): Promise<void> {
  const waiting = () => Math.max(pending.size, pages.hosts.size, Math.min(pages.views, 1));
  if (waiting() > 0) await moveViewsOn();
  await inParts(waiting(), flushSome);
}
