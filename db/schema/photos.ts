import { desc, sql, type SQLWrapper } from "drizzle-orm";
import { id, index, instant, int, string, table } from "../dialect";

/** What photos of the same priority are ordered by: those without a date by when they were added. */
export const shotTime = (t: { takeTime: SQLWrapper; createTime: SQLWrapper }) =>
  // Without a comma, at which the generator of migrations would divide it.
  sql`(case when ${t.takeTime} is null then ${t.createTime} else ${t.takeTime} end)`;

export const photos = table(
  "photos",
  {
    id: id(),
    name: string().notNull(),
    thumbnail: string().notNull(),
    url: string().notNull(),
    description: string().notNull().default(""),
    location: string().notNull().default(""),
    takeTime: instant(),
    team: string().notNull().default(""),
    /** Higher ones come first in their team; among equal ones the newest shot does. */
    priority: int().notNull().default(0),
    likes: int().notNull().default(0),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [
    index("photos_time").on(t.createTime, t.id),
    index("photos_order").on(t.team, desc(t.priority), desc(shotTime(t)), desc(t.id)),
  ],
);
