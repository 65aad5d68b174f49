import { id, instant, lower, string, table, uniqueIndex } from "../dialect";

export const tags = table(
  "tags",
  {
    id: id(),
    name: string().notNull(),
    slug: string().notNull(),
    thumbnail: string().notNull().default(""),
    color: string().notNull(),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [uniqueIndex("tags_name").on(lower(t.name)), uniqueIndex("tags_slug").on(t.slug)],
);
