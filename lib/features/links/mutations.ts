import { eq } from "drizzle-orm";
import { z } from "zod";
import { columnsFrom, type Database } from "../../../db";
import { links } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { someAtOnce } from "../../core/at-once";
import { notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { getLink } from "./queries";
import { linkRemoval } from "./removal";
import * as shape from "./schema";

type Fields = z.output<typeof shape.newLink>;

const touches = () => ["links"];

const columns = (given: Fields) => ({
  ...columnsFrom(given, links, ["team"]),
  team: given.team === null ? "" : given.team?.trim(),
});

/** What is known of an address that was not checked yet. */
const unchecked = { health: "UNKNOWN", checkStatus: null, checkTime: null } as const;

async function change(db: Database, id: number, given: Fields, now: Date) {
  const [before] = await db.select({ url: links.url }).from(links).where(eq(links.id, id));
  const [row] = await db
    .update(links)
    .set({ ...columns(given), ...(before?.url !== given.url && unchecked), updateTime: now })
    .where(eq(links.id, id))
    .returning();
  if (!row) throw notFound();
  await recordReferences(db, "link", id, row);
  return row;
}

/** Creates a link. */
export const createLink = mutation("createLink", {
  can: "manage links",
  input: shape.newLink,
  output: shape.managedLink,
  example: { name: "The Analytical Society", url: "https://society.example.org/", team: "Friends", priority: 10 },
  touches,
  about: (_input, link) => ({ subject: `link:${link.id}`, summary: link.name }),
  run: async ({ db, now }, given) => {
    const [row] = await db
      .insert(links)
      .values({ ...columns(given), createTime: now, updateTime: now })
      .returning();
    if (!row) throw new Error("the link was not stored");
    await recordReferences(db, "link", row.id, row, { isNew: true });
    return row;
  },
});

/** Changes the given fields. */
export const updateLink = mutation("updateLink", {
  can: "manage links",
  input: shape.linkChanges,
  output: shape.managedLink,
  example: {
    id: 1,
    name: "The Analytical Society",
    url: "https://society.example.org/",
    description: "Papers and letters.",
  },
  touches,
  about: (_input, link) => ({ subject: `link:${link.id}`, summary: link.name }),
  reread: (context, { id }) => getLink.within(context, { id }),
  run: ({ db, now }, { id, ...given }) => change(db, id, given, now),
});

/** Changes several links (order, team) in one transaction. */
export const updateLinks = mutation("updateLinks", {
  can: "manage links",
  input: shape.linkBatch,
  output: z.array(shape.managedLink),
  example: {
    items: [{ id: 1, name: "The Analytical Society", url: "https://society.example.org/", priority: 20 }],
  },
  touches,
  about: ({ items }) => ({ subject: "links", summary: `${items.length} changed` }),
  run: ({ db, now }, { items }) => someAtOnce(items, ({ id, ...given }) => change(db, id, given, now)),
});

/** Deletes a link. */
export const deleteLink = mutation("deleteLink", {
  can: "manage links",
  input: shape.linkRef,
  output: nothing,
  whenFull: true,
  touches,
  about: ({ id }) => ({ subject: `link:${id}`, summary: "deleted" }),
  run: (context, { id }) => linkRemoval.remove(context, [id]),
});

/** Deletes several links. */
export const deleteLinks = mutation("deleteLinks", {
  can: "manage links",
  input: shape.linksRemoval,
  output: nothing,
  example: { ids: [1, 2] },
  whenFull: true,
  touches,
  about: ({ ids }) => ({ subject: "links", summary: `${ids.length} deleted` }),
  run: (context, { ids }) => linkRemoval.remove(context, ids),
});
