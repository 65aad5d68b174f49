"use client";
import { useFormatter, useNow } from "next-intl";
import { useSyncExternalStore } from "react";
import { useTimeZone } from "./time-zone";
import { wallClock } from "../../lib/core/calendar";

const WEEK_MS = 604_800_000;

/** Milliseconds by which a time may be in the future and is still "now". */
const JUST_NOW_MS = 2_000;

/** Milliseconds between updates of "5 minutes ago". */
const TICK_MS = 30_000;
let shownNow = new Date();
const watching = new Set<() => void>();
const tick = () => {
  shownNow = new Date();
  for (const changed of watching) changed();
};
let ticking: ReturnType<typeof setInterval> | undefined;
const watch = (changed: () => void) => {
  watching.add(changed);
  ticking ??= setInterval(tick, TICK_MS);
  // Something that appears later, such as a dialog, must not show a time in the future.
  if (Date.now() - shownNow.getTime() > 1000) tick();
  return () => {
    watching.delete(changed);
    if (watching.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
};

/** The current time for words such as "5 minutes ago": the page's own until the script runs, then the clock's. */
function useMovingNow(): Date {
  const rendered = useNow();
  return useSyncExternalStore(
    watch,
    () => shownNow,
    () => rendered,
  );
}

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
