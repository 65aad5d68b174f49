import { flag, id, index, instant, int, string, table, uniqueIndex } from "../dialect";

/** Redirects of the owner's own, from addresses where nothing of the site stands. */
export const ownRedirects = table(
  "own_redirects",
  {
    id: id(),
    /** The path, decoded and without a slash at its end. */
    source: string().notNull(),
    /** Whether it holds for everything below the path, too. */
    below: flag().notNull().default(false),
    /** A path of this site, or an address elsewhere; "" where what was there is gone. */
    target: string().notNull().default(""),
    status: int().notNull(),
    /** How often it has led somewhere. */
    hits: int().notNull().default(0),
    lastHitTime: instant(),
    createTime: instant().notNull(),
    updateTime: instant().notNull(),
  },
  (t) => [
    uniqueIndex("own_redirects_source").on(t.source, t.below),
    index("own_redirects_hits").on(t.hits, t.id),
    index("own_redirects_time").on(t.createTime, t.id),
  ],
);

/** Addresses that people asked for and did not find, those asked for most. */
export const missedAddresses = table(
  "missed_addresses",
  {
    id: id(),
    path: string().notNull(),
    hits: int().notNull(),
    firstTime: instant().notNull(),
    lastTime: instant().notNull(),
  },
  (t) => [
    uniqueIndex("missed_addresses_path").on(t.path),
    index("missed_addresses_hits").on(t.hits, t.lastTime, t.id),
    index("missed_addresses_time").on(t.lastTime, t.id),
  ],
);
