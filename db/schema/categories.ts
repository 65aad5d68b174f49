import { type AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { id, index, instant, int, string, table, uniqueIndex } from "../dialect";

export const categories = table(
  "categories",
  {
    id: id(),
    name: string().notNull(),
    slug: string().notNull(),
    description: string().notNull().default(""),
    parentId: int().references((): AnySQLiteColumn => categories.id, { onDelete: "set null" }),
    /** Covers the category's posts and those of the categories below it; "" is none. */
    password: string().notNull().default(""),
    /** Higher first among siblings, then by name. */
    priority: int().notNull().default(0),
    thumbnail: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [uniqueIndex("categories_slug").on(t.slug), index("categories_parent").on(t.parentId)],
);
