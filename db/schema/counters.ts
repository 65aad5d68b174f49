import { index, instant, json, string, table } from "../dialect";

/** Guesses, comments, searches and the like of strangers, where several servers count them together. */
export const counters = table(
  "counters",
  {
    /** Made with the site's key from what is counted and for whom. */
    name: string().primaryKey(),
    state: json().$type<unknown>().notNull(),
    /** When it counts no more. */
    expireTime: instant().notNull(),
  },
  (t) => [index("counters_expire").on(t.expireTime)],
);
