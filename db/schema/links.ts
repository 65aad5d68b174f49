import { id, index, instant, int, string, table } from "../dialect";

/** Links to other sites. */
export const links = table(
  "links",
  {
    id: id(),
    name: string().notNull(),
    url: string().notNull(),
    description: string().notNull().default(""),
    logo: string().notNull().default(""),
    /** Higher first within its team, then by name. */
    priority: int().notNull().default(0),
    /** Its heading in the list; "" is none. */
    team: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [index("links_team").on(t.team, t.priority)],
);
