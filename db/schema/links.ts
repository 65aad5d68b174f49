import { desc } from "drizzle-orm";
import { id, index, instant, int, oneOf, string, table } from "../dialect";

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
    /** What the last check found; UNKNOWN where its address was not checked yet. */
    health: oneOf("UNKNOWN", "ALIVE", "DEAD").notNull().default("UNKNOWN"),
    /** The HTTP status of the last check; null where no answer came. */
    checkStatus: int(),
    checkTime: instant(),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [
    index("links_order").on(t.team, desc(t.priority), t.name, t.id),
    index("links_health").on(t.health),
    index("links_check").on(t.checkTime),
  ],
);
