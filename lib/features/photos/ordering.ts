import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { photos } from "../../../db/schema";
import { otherOrder } from "../../core/as-read";
import { someAtOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { int32 } from "../../core/fields";
import { mutation } from "../../core/operation";
import { requireUnchanged } from "../../core/way-back";
import { recordReferences } from "../references/recording";
import { orderInTeam } from "./queries";
import * as shape from "./schema";

const touches = () => ["photos"];

const columns = { id: photos.id, team: photos.team, priority: photos.priority };
type Placed = { id: number; team: string; priority: number };

/** Writes these places, and returns those before. */
async function place(db: Database, places: readonly shape.PhotoPlace[], now: Date) {
  const ids = places.map(({ photoId }) => photoId);
  const found = await db.select(columns).from(photos).where(inArray(photos.id, ids));
  const rows = new Map(found.map((row) => [row.id, row]));
  const before = places.map((wanted) => {
    const { photoId, team, priority } = wanted;
    const row = rows.get(photoId);
    if (!row) throw notFound();
    const current = { team: row.team, priority: row.priority };
    requireUnchanged(wanted, current);
    return { photoId, ...current, from: { team, priority } };
  });
  await someAtOnce(places, async ({ photoId, team, priority }) => {
    await db.update(photos).set({ team, priority, updateTime: now }).where(eq(photos.id, photoId));
    if (team !== rows.get(photoId)?.team) await recordReferences(db, "photo", photoId, { team });
  });
  return before;
}

/** A move's own new priority, and those of other photos that would not stand in their places any more. */
type Raised = { own: number; before: { ids: number[]; from: number; to: number }[] };

/**
 * What changes where the photo at `at` has come to stand between the others: most of a large team keeps its places, and
 * photos of one priority keep one, since they stand by their dates.
 */
function raisedFor(order: readonly Placed[], at: number): Raised {
  const [previous, next] = [order[at - 1], order[at + 1]];
  const own = next ? next.priority + 1 : previous ? previous.priority - 1 : 0;
  const before: Raised["before"] = [];
  let taken = own;
  for (let index = at - 1; index >= 0;) {
    const from = order[index]?.priority ?? 0;
    if (from > taken) break;
    const ids = [];
    for (let photo = order[index]; photo?.priority === from; photo = order[(index -= 1)]) ids.push(photo.id);
    taken += 1;
    before.push({ ids, from, to: taken });
  }
  return { own, before };
}

/** The same with every photo counted down to 1, for a team whose numbers reach the end of those that are stored. */
const countedDown = (order: readonly Placed[], at: number): Raised => ({
  own: order.length - at,
  before: order.flatMap(({ id, priority: from }, index) =>
    index === at || from === order.length - index ? [] : [{ ids: [id], from, to: order.length - index }],
  ),
});

const isStorable = (priority: number): boolean => int32.safeParse(priority).success;

/** Rows per statement. */
const AT_ONCE = 500;

/** Gives these photos of a team their new priorities, and returns their places before. */
async function raise(db: Database, team: string, { before }: Raised, now: Date) {
  const places = [];
  for (const { ids, from, to } of before) {
    for (let first = 0; first < ids.length; first += AT_ONCE)
      await db
        .update(photos)
        .set({ priority: to, updateTime: now })
        .where(inArray(photos.id, ids.slice(first, first + AT_ONCE)));
    for (const photoId of ids) places.push({ photoId, team, priority: from, from: { team, priority: to } });
  }
  return places;
}

/** Puts each photo into a team and its place there; returns the places before. */
export const placePhotos = mutation("placePhotos", {
  can: "manage photos",
  input: shape.photoPlaces,
  output: shape.placesBefore,
  example: { items: [{ photoId: 1, team: "Drawings", priority: 2 }] },
  touches,
  about: ({ items }) => ({ subject: "photos", summary: `${items.length} put into another order` }),
  run: async ({ db, now }, { items }) => ({ before: await place(db, items, now) }),
});

/** Moves a photo beside another one, by one place, or to the end of a team; returns the places that it changed. */
export const movePhoto = mutation("movePhoto", {
  can: "manage photos",
  input: shape.photoMove,
  output: shape.photoMoved,
  example: { photoId: 1, beside: 2, side: "after" },
  summary: "Refused with 412 if it or the one beside it stands elsewhere by now.",
  refusals: ["stale"],
  touches,
  about: ({ photoId }) => ({ subject: `photo:${photoId}`, summary: "moved" }),
  run: async ({ db, now }, { photoId, beside, side, step, team: end, from }) => {
    const rowOf = async (id: number) => (await db.select(columns).from(photos).where(eq(photos.id, id)))[0];
    const own = await rowOf(photoId);
    if (!own) throw notFound();
    if (from && (from.team !== own.team || from.priority !== own.priority)) throw otherOrder();
    const target = beside ? await rowOf(beside) : own;
    if (!target) throw otherOrder();
    const team = end ?? target.team;
    const row = await db
      .select(columns)
      .from(photos)
      .where(eq(photos.team, team))
      .orderBy(...orderInTeam);
    const others = row.filter(({ id }) => id !== photoId);
    const was = row.findIndex(({ id }) => id === photoId);
    const besideAt = others.findIndex(({ id }) => id === target.id) + (side === "after" ? 1 : 0);
    const wanted = step ? was + (step === "earlier" ? -1 : 1) : beside ? besideAt : others.length;
    const at = beside === photoId ? was : Math.min(Math.max(0, wanted), others.length);
    const stays = team === own.team && at === was;
    if (stays) return { before: [], place: at + 1, of: row.length };
    const order = others.toSpliced(at, 0, own);
    const least = raisedFor(order, at);
    const raised = [least.own, ...least.before.map(({ to }) => to)].every(isStorable) ? least : countedDown(order, at);
    const before = [
      ...(await place(db, [{ photoId, team, priority: raised.own }], now)),
      ...(await raise(db, team, raised, now)),
    ];
    return { before, place: at + 1, of: others.length + 1 };
  },
});
