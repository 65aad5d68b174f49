import { z } from "zod";
import { type Database, prepared } from "../../../db";
import { menus } from "../../../db/schema";
import { Forest } from "../../core/forest";
import { notFound } from "../../core/errors";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import * as shape from "./schema";

/** Every entry with its place. */
export const menuTree = async (db: Database) =>
  new Forest(await prepared(db, "menus", (on) => on.select().from(menus)).execute(), () => 0);

/** The whole tree, flat, in display order. */
export async function allMenus(db: Database) {
  const tree = await menuTree(db);
  return tree.subtree(null).map((entry) => ({ ...entry, level: tree.ancestry(entry.id).length - 1 }));
}

const reads = () => ["menus"];
const output = z.array(shape.menu);

/** The whole menu, for staff. */
export const listMenus = query("listMenus", {
  can: "manage menus",
  input: noInput,
  output,
  run: ({ db }) => allMenus(db),
});

/** The whole menu, for anyone. */
export const listPublicMenus = query("listPublicMenus", {
  can: "read the site",
  input: noInput,
  output,
  reads,
  run: ({ db }) => allMenus(db),
});

/** One entry. */
export const getMenu = query("getMenu", {
  can: "manage menus",
  input: shape.menuRef,
  output: shape.menu,
  run: async ({ db }, { menuId }) => {
    const found = (await allMenus(db)).find((entry) => entry.id === menuId);
    if (!found) throw notFound();
    return found;
  },
});
