import { id, index, instant, int, string, table } from "../dialect";

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
  (t) => [index("photos_time").on(t.createTime, t.id)],
);
