"use client";
import { useFormatter } from "next-intl";
import { useMovingNow } from "./moving-now";
import { useTimeZone } from "./time-zone";
import { wallClock } from "../../lib/core/calendar";

const WEEK_MS = 604_800_000;

/** Milliseconds by which a time may be in the future and is still "now". */
const JUST_NOW_MS = 2_000;

/** A time: recent ones in words, others as a date, with the exact time on hover. */
export function When({ at }: { at: Date | string }) {
  const format = useFormatter();
  const clock = useMovingNow();
  const timeZone = useTimeZone();
  const date = new Date(at);
  // What has just been may be a little later than the last tick.
  const now = date > clock && date.getTime() - clock.getTime() < JUST_NOW_MS ? date : clock;
  const isNear = Math.abs(date.getTime() - now.getTime()) < WEEK_MS;
  const [year, thisYear] = [date, now].map((each) => wallClock(each, timeZone).slice(0, 4));
  const isThisYear = year === thisYear;
  return (
    <time
      dateTime={date.toISOString()}
      title={format.dateTime(date, { dateStyle: "full", timeStyle: "short", timeZone })}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {isNear
        ? format.relativeTime(date, now)
        : format.dateTime(date, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }), timeZone })}
    </time>
  );
}
