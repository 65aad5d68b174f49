import { flag, id, instant, lower, string, table, uniqueIndex } from "../dialect";

export const tags = table(
  "tags",
  {
    id: id(),
    name: string().notNull(),
    slug: string().notNull(),
    thumbnail: string().notNull().default(""),
    color: string().notNull(),
    /** Whether its posts are parts of one whole, to be read in their order. */
    series: flag().notNull().default(false),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [uniqueIndex("tags_name").on(lower(t.name)), uniqueIndex("tags_slug").on(t.slug)],
);
