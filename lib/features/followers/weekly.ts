import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { mailings } from "../../../db/schema";
import { dayIn, instantAt, isoDay } from "../../core/calendar";
import { noInput, nothing } from "../../core/fields";
import { mutation } from "../../core/operation";
import { canBeFollowed } from "../../services/mail/queue";
import { readOptions } from "../../services/settings/reading";
import { enqueueMailing } from "./jobs";

const DAY_MS = 86_400_000;
/** The longest time whose posts one mail names, in days. */
const LONGEST = 28;

/** The latest Monday at eight, by the clocks of a time zone. */
export function lastMonday(now: Date, timeZone: string): Date {
  const today = dayIn(timeZone, now);
  // The calendar begins with a Thursday.
  const monday = today - ((today + 3) % 7);
  const at = (day: number) => instantAt(`${isoDay(day)}T08:00`, timeZone) ?? new Date(day * DAY_MS);
  return at(monday) > now ? at(monday - 7) : at(monday);
}

/** Plans the mails of a week once its Monday has come. A server that was off at that time does it within a day. */
export const planWeek = mutation("planWeeklyMails", {
  can: "manage followers",
  input: noInput,
  output: nothing,
  touches: () => [],
  silent: true,
  run: async ({ db, now }) => {
    const options = await readOptions(db);
    const until = lastMonday(now, options.site_timezone);
    if (!canBeFollowed(options) || now.getTime() - until.getTime() > DAY_MS) return;
    if ((await db.$count(mailings, eq(mailings.untilTime, until))) > 0) return;
    const [last] = await db
      .select({ until: mailings.untilTime })
      .from(mailings)
      .where(and(isNull(mailings.postId), lt(mailings.untilTime, until)))
      .orderBy(desc(mailings.untilTime))
      .limit(1);
    const earliest = new Date(until.getTime() - LONGEST * DAY_MS);
    const from = last?.until ?? new Date(until.getTime() - 7 * DAY_MS);
    const [row] = await db
      .insert(mailings)
      .values({ fromTime: from > earliest ? from : earliest, untilTime: until, state: "PLANNED", createTime: now })
      .onConflictDoNothing()
      .returning({ id: mailings.id });
    if (row) await enqueueMailing(db, { id: row.id, reached: 0, title: "the week", runAt: now }, now);
  },
});
