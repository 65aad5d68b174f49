"use client";
import { useTimeZone as useFirstZone } from "next-intl";
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { beginOfDay } from "../../lib/core/calendar";

const Chosen = createContext("");
const never = () => () => {};
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const YEAR_SECONDS = 31_536_000;

/** Tells the server this browser's time zone, so that the next page comes with the right times at once. */
function tellZone(): void {
  const pair = `zone=${here()}`;
  if (!document.cookie.split("; ").includes(pair))
    document.cookie = `${pair}; Path=/admin; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Where times are shown: in the zone that this person chose, or in the browser's ("" chosen). */
export function TimeZone({ chosen, children }: { chosen: string; children: ReactNode }) {
  useEffect(tellZone, []);
  return <Chosen value={chosen}>{children}</Chosen>;
}

/** The reader's time zone; until the script runs, the browser's as it was last told, or UTC. */
export function useTimeZone(): string {
  const chosen = useContext(Chosen);
  const first = useFirstZone() ?? "UTC";
  return useSyncExternalStore(
    never,
    () => chosen || here(),
    () => chosen || first,
  );
}

/** When a day begins in the reader's time zone, or one as many days later; null for no day. */
export function useBeginOfDay(): (day: string, later?: number) => Date | null {
  const timeZone = useTimeZone();
  return (day, later) => beginOfDay(day, timeZone, later);
}
