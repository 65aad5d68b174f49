import { eq } from "drizzle-orm";
import { z } from "zod";
import { columnsFrom, type Database } from "../../../db";
import { menus } from "../../../db/schema";
import { recordReferences } from "../references/recording";
import { someAtOnce } from "../../core/at-once";
import { AppError, invalid, notFound } from "../../core/errors";
import { nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { placesBefore, treePlaces, treePlacesBefore } from "../../core/tree-places";
import { allMenus, getMenu, menuTree } from "./queries";
import { checkTree, hasRoom } from "./levels";
import { menuRemoval } from "./removal";
import * as shape from "./schema";

type Fields = z.output<typeof shape.newMenu>;

const touches = () => ["menus"];

const columns = (given: Fields) => ({ ...columnsFrom(given, menus, ["url"]), url: given.url.trim() });

/** Refuses a missing parent. */
async function checkParent(db: Database, parentId: number | null | undefined, field: string): Promise<void> {
  if (parentId !== null && parentId !== undefined && !(await menuTree(db)).get(parentId))
    throw invalid(field, "not_found", `There is no menu entry ${parentId}.`);
}

async function change(db: Database, id: number, given: Fields, now: Date, field = "parentId"): Promise<void> {
  await checkParent(db, given.parentId, field);
  const gone = await db
    .update(menus)
    .set({ ...columns(given), updateTime: now })
    .where(eq(menus.id, id))
    .returning({ id: menus.id });
  if (gone.length === 0) throw notFound();
  await recordReferences(db, "menu", id, columns(given));
}

async function whole(db: Database, id: number) {
  const found = (await allMenus(db)).find((entry) => entry.id === id);
  if (!found) throw notFound();
  return found;
}

/** Creates an entry, at the top or below another. */
export const createMenu = mutation("createMenu", {
  can: "manage menus",
  input: shape.newMenu,
  output: shape.menu,
  example: { name: "About", url: "/about", priority: 10 },
  touches,
  about: (_input, menu) => ({ subject: `menu:${menu.id}`, summary: menu.name }),
  run: async ({ db, now }, given) => {
    await checkParent(db, given.parentId, "parentId");
    if (!(await hasRoom(db)))
      throw new AppError("conflict", `There are ${shape.MOST_ENTRIES} entries already. Delete some first.`, {
        reason: "too_many_entries",
      });
    const [row] = await db
      .insert(menus)
      .values({ ...columns(given), createTime: now, updateTime: now })
      .returning({ id: menus.id });
    if (!row) throw new Error("the menu entry was not stored");
    await recordReferences(db, "menu", row.id, columns(given), { isNew: true });
    await checkTree(db, [row.id], () => "parentId");
    return whole(db, row.id);
  },
});

/** Changes the given fields. */
export const updateMenu = mutation("updateMenu", {
  can: "manage menus",
  input: shape.menuChanges,
  output: shape.menu,
  example: { menuId: 1, name: "About us", url: "/about" },
  touches,
  about: (_input, menu) => ({ subject: `menu:${menu.id}`, summary: menu.name }),
  reread: (context, { menuId }) => getMenu.within(context, { menuId }),
  run: async ({ db, now }, given) => {
    if ((given.id ?? given.menuId) !== given.menuId)
      throw invalid("id", "wrong_value", "Leave this out, or send the number of the entry itself.");
    await change(db, given.menuId, given, now);
    await checkTree(db, [given.menuId], () => "parentId");
    return whole(db, given.menuId);
  },
});

/** Changes several entries (order, place) in one transaction. */
export const updateMenus = mutation("updateMenus", {
  can: "manage menus",
  input: shape.menuBatch,
  output: z.array(shape.menu),
  example: {
    items: [
      { id: 1, name: "About", url: "/about", priority: 20 },
      { id: 2, name: "Contact", url: "/contact", parentId: 1 },
    ],
  },
  touches,
  about: ({ items }) => ({ subject: "menus", summary: `${items.length} changed` }),
  run: async ({ db, now }, { items }) => {
    for (const [index, item] of items.entries()) await change(db, item.id, item, now, `items.${index}.parentId`);
    // Checked at the end: two entries that swap places are inside each other on the way.
    const ids = items.map((item) => item.id);
    await checkTree(db, ids, (index) => `items.${index}.parentId`);
    const changed = new Set(ids);
    return (await allMenus(db)).filter((entry) => changed.has(entry.id));
  },
});

/** Moves entries in the tree; returns the places before. */
export const placeMenus = mutation("placeMenus", {
  can: "manage menus",
  input: treePlaces,
  output: treePlacesBefore,
  example: { items: [{ id: 2, parentId: null, priority: 1 }] },
  refusals: ["stale"],
  touches,
  about: ({ items }) => ({ subject: "menus", summary: `${items.length} put into another order` }),
  run: async ({ db, now }, { items }) => {
    const before = placesBefore(await menuTree(db), items);
    await someAtOnce(items, ({ id, parentId, priority }) =>
      db.update(menus).set({ parentId, priority, updateTime: now }).where(eq(menus.id, id)),
    );
    await checkTree(
      db,
      items.map(({ id }) => id),
      (index) => `items.${index}.parentId`,
    );
    return before;
  },
});

/** Deletes an entry; its children move up to its parent. */
export const deleteMenu = mutation("deleteMenu", {
  can: "manage menus",
  input: shape.menuRef,
  output: nothing,
  whenFull: true,
  touches,
  about: ({ menuId }) => ({ subject: `menu:${menuId}`, summary: "deleted" }),
  run: (context, { menuId }) => menuRemoval.remove(context, [menuId]),
});
