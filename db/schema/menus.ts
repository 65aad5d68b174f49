import { type AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { id, index, instant, int, oneOf, string, table } from "../dialect";

/** Entries of the site's navigation. */
export const menus = table(
  "menus",
  {
    id: id(),
    name: string().notNull(),
    url: string().notNull(),
    parentId: int().references((): AnySQLiteColumn => menus.id, { onDelete: "set null" }),
    /** Higher first among siblings, then in order of creation. */
    priority: int().notNull().default(0),
    target: oneOf("_self", "_blank").notNull().default("_self"),
    icon: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [index("menus_parent").on(t.parentId)],
);
