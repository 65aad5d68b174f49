"use client";
import { useFormatter, useNow } from "next-intl";
import { useSyncExternalStore } from "react";

const never = () => () => {};
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The reader's time zone; the server does not know it and writes UTC until the page is awake. */
export const useTimeZone = (): string => useSyncExternalStore(never, here, () => "UTC");

const WEEK_MS = 604_800_000;

/** A moment: near ones in words, far ones as a date, and on hover always exactly. */
export function When({ at }: { at: Date | string }) {
  const format = useFormatter();
  const now = useNow();
  const timeZone = useTimeZone();
  const date = new Date(at);
  const isNear = Math.abs(date.getTime() - now.getTime()) < WEEK_MS;
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  return (
    <time dateTime={date.toISOString()} title={format.dateTime(date, { dateStyle: "full", timeStyle: "short", timeZone })} className="whitespace-nowrap" suppressHydrationWarning>
      {isNear ? format.relativeTime(date, now) : format.dateTime(date, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }), timeZone })}
    </time>
  );
}
