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
    likes: int().notNull().default(0),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [index("photos_time").on(t.createTime, t.id)],
);
