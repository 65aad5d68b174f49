"use client";
import { useNow } from "next-intl";
import { useSyncExternalStore } from "react";

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

/**
 * The current time: the page's own until the script runs, then the clock's. That of `useNow` is when the dashboard was
 * loaded, which may be hours ago: its frame stays while its pages change.
 */
export function useMovingNow(): Date {
  const rendered = useNow();
  return useSyncExternalStore(
    watch,
    () => shownNow,
    () => rendered,
  );
}
