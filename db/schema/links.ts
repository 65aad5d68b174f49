import { id, index, instant, int, string, table } from "../dialect";

/** Other sites that this one points to. */
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
    /** The heading it stands under; "" is none. */
    team: string().notNull().default(""),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [index("links_team").on(t.team, t.priority)],
);
