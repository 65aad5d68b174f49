"use client";
import { useEffect, useMemo, useState } from "react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";

/** Milliseconds between questions while the page is seen, and at least between two of them. */
const EVERY_MS = 60_000;
const LEAST_MS = 5_000;

/** The number of waiting comments; null where it cannot be asked for, such as without a connection or a session. */
async function countWaiting(signal: AbortSignal): Promise<number | null> {
  const response = await fetch("/admin/comments/waiting", { signal, headers: { accept: "application/json" } });
  // Without a session the answer is a page.
  if (!response.headers.get("content-type")?.startsWith("application/json")) return null;
  return ((await response.json()) as { waiting: number }).waiting;
}

/**
 * The data of the frame, with the number of comments that wait now: a page that was refreshed brings it along, and it is
 * asked for when somebody comes back to the window, and every minute that the window is seen.
 */
export function useFreshShell(shell: Shell): Shell {
  const [counted, setCounted] = useState<{ in: Shell; waiting: number } | null>(null);
  const isCounted = shell.counts.comments !== undefined;
  useEffect(() => {
    if (!isCounted) return;
    const asking = new AbortController();
    let last = Date.now();
    const ask = () => {
      if (document.visibilityState !== "visible" || Date.now() - last < LEAST_MS) return;
      last = Date.now();
      void countWaiting(asking.signal).then(
        (waiting) => waiting !== null && setCounted({ in: shell, waiting }),
        // The next question may be answered.
        () => undefined,
      );
    };
    const timer = setInterval(ask, EVERY_MS);
    window.addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
      asking.abort();
    };
  }, [shell, isCounted]);
  return useMemo(
    () => (counted?.in === shell ? { ...shell, counts: { ...shell.counts, comments: counted.waiting } } : shell),
    [shell, counted],
  );
}
