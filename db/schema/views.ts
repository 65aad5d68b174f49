import { index, int, oneOf, primaryKey, string, table } from "../dialect";

/**
 * Views of one day, of the whole site (`site`, 0) and of each post and sheet. Not a foreign key, so that counting never
 * fails because of a record that is deleted at the same moment.
 */
export const dailyViews = table(
  "daily_views",
  {
    kind: oneOf("site", "post", "sheet").notNull(),
    recordId: int().notNull(),
    /** Days since 1970-01-01, of the calendar in the site's time zone. */
    day: int().notNull(),
    views: int().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId, t.day] }),
    // For forgetting days long ago.
    index("daily_views_day").on(t.kind, t.day),
  ],
);

/**
 * The sums of the same rows over the last 30 and 365 days: adding up a year of ten thousand posts would take five
 * seconds.
 */
export const recentViews = table(
  "recent_views",
  {
    kind: oneOf("site", "post", "sheet").notNull(),
    recordId: int().notNull(),
    /** The last day of both periods, which is moved on once a day. */
    day: int().notNull(),
    month: int().notNull(),
    year: int().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.recordId] }),
    index("recent_views_day").on(t.day),
    index("recent_views_month").on(t.kind, t.month, t.recordId),
    index("recent_views_year").on(t.kind, t.year, t.recordId),
  ],
);

/** Views of one day that came from pages of other sites, by their host; "" stands for all hosts without a row. */
export const dailyReferrers = table(
  "daily_referrers",
  {
    /** As above. */
    day: int().notNull(),
    host: string().notNull(),
    views: int().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.host] })],
);
