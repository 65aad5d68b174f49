import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { menus } from "../../../db/schema";
import { importingInto } from "../references/importing";

/** Entries of the navigation from another system. */
export const importedMenus = importingInto("menu", menus);

/** Whether other entries stand below one. */
export async function hasEntriesBelow(db: Database, id: number): Promise<boolean> {
  const rows = await db.select({ id: menus.id }).from(menus).where(eq(menus.parentId, id)).limit(1);
  return rows.length > 0;
}

/** The level that an entry stands on, 1 at the top. */
export async function levelOf(db: Database, id: number): Promise<number> {
  let level = 1;
  for (let at = id; level < 10; level += 1) {
    const [row]: { parentId: number | null }[] = await db
      .select({ parentId: menus.parentId })
      .from(menus)
      .where(eq(menus.id, at));
    if (!row || row.parentId === null) return level;
    at = row.parentId;
  }
  return level;
}
