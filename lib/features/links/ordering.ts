import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../../db";
import { links } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { otherOrder } from "../../core/as-read";
import { someAtOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { mutation } from "../../core/operation";
import { requireUnchanged } from "../../core/way-back";
import { allLinks } from "./queries";
import * as shape from "./schema";

const touches = () => ["links"];

const placeOf = ({ id, team, priority }: shape.LinkPlace): shape.LinkPlace => ({ id, team, priority });

/** Writes these places, and returns those before. */
async function place(db: Database, places: readonly shape.LinkPlace[], now: Date) {
  const ids = places.map(({ id }) => id);
  const rows = new Map((await db.select().from(links).where(inArray(links.id, ids))).map((row) => [row.id, row]));
  const before = places.map((wanted) => {
    const row = rows.get(wanted.id);
    if (!row) throw notFound();
    requireUnchanged(wanted, { team: row.team, priority: row.priority });
    return { ...placeOf(row), from: { team: wanted.team, priority: wanted.priority } };
  });
  await someAtOnce(places, async ({ id, team, priority }) => {
    await db.update(links).set({ team, priority, updateTime: now }).where(eq(links.id, id));
    await recordReferences(db, "link", id, { team });
  });
  return before;
}

/** Puts each link into a team and its place there; returns the places before. */
export const placeLinks = mutation("placeLinks", {
  can: "manage links",
  input: shape.linkPlaces,
  output: shape.placesBefore,
  example: { items: [{ id: 1, team: "Friends", priority: 2 }] },
  touches,
  about: ({ items }) => ({ subject: "links", summary: `${items.length} put into another order` }),
  run: async ({ db, now }, { items }) => ({ before: await place(db, items, now) }),
});

/** Moves a link beside another one, or by one place; returns the places of the time before that it changed. */
export const moveLink = mutation("moveLink", {
  can: "manage links",
  input: shape.linkMove,
  output: shape.placesBefore,
  example: { id: 1, beside: 2, side: "after" },
  summary: "Refused with 412 if it or the one beside it stands elsewhere by now.",
  refusals: ["stale"],
  touches,
  about: ({ id }) => ({ subject: `link:${id}`, summary: "moved" }),
  run: async ({ db, now }, { id, beside, side, step, from }) => {
    const [own] = await db.select().from(links).where(eq(links.id, id));
    if (!own) throw notFound();
    if (from && (from.team !== own.team || from.priority !== own.priority)) throw otherOrder();
    const [target] = beside ? await db.select().from(links).where(eq(links.id, beside)) : [own];
    if (!target) throw otherOrder();
    const team = (await allLinks(db, target.team)).map(placeOf);
    const at = team.findIndex((each) => each.id === id);
    const others = team.filter((each) => each.id !== id);
    const to = step
      ? Math.max(0, step === "up" ? at - 1 : at + 1)
      : others.findIndex((each) => each.id === target.id) + (side === "after" ? 1 : 0);
    const order = target.id === id && !step ? team : others.toSpliced(to, 0, placeOf(own));
    if (order.every((each, index) => each.id === team[index]?.id)) return { before: [] };
    // Counting down to 1 leaves 0, the priority of new ones, at the end.
    const places = order.map((each, index) => ({ id: each.id, team: target.team, priority: order.length - index }));
    return {
      before: await place(
        db,
        places.filter(({ priority, team: next }, n) => order[n]?.priority !== priority || order[n].team !== next),
        now,
      ),
    };
  },
});

/** Puts links at the end of a team, or into none; returns the places before. */
export const setLinkTeam = mutation("setLinkTeam", {
  can: "manage links",
  input: shape.linkTeam,
  output: shape.placesBefore,
  example: { ids: [1, 2], team: "Friends" },
  touches,
  about: ({ ids }) => ({ subject: "links", summary: `${ids.length} put into a team` }),
  run: async ({ db, now }, { ids, team }) => ({
    before: await place(
      db,
      ids.map((id) => ({ id, team, priority: 0 })),
      now,
    ),
  }),
});
