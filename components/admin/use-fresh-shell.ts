"use client";
import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Shell } from "../../lib/features/statistics/dashboard-schema";

type Counts = Shell["counts"];

/** Milliseconds between questions while the page is seen, and at least between two of them on one page. */
const EVERY_MS = 60_000;
const LEAST_MS = 5_000;

/** The numbers of now; null where they cannot be asked for, such as without a connection or a session. */
async function fetchCounts(signal: AbortSignal): Promise<Counts | null> {
  const response = await fetch("/admin/counts", { signal, headers: { accept: "application/json" } });
  // Without a session the answer is a page.
  if (!response.headers.get("content-type")?.startsWith("application/json")) return null;
  return (await response.json()) as Counts;
}

/**
 * The data of the frame, with the numbers of now. A page that is refreshed brings them along; they are asked for when
 * the page changes, for the frame stays then, when somebody comes back to the window, and every minute that it is seen.
 */
export function useFreshShell(shell: Shell): Shell {
  const path = usePathname();
  const [counted, setCounted] = useState<{ in: Shell; counts: Counts } | null>(null);
  const last = useRef<{ path: string; time: number } | null>(null);
  const answered = useEffectEvent((counts: Counts | null) => {
    if (counts !== null) setCounted({ in: shell, counts });
  });
  useEffect(() => {
    const asking = new AbortController();
    const ask = () => {
      if (document.visibilityState !== "visible") return;
      if (last.current?.path === path && Date.now() - last.current.time < LEAST_MS) return;
      const isFirst = last.current === null;
      last.current = { path, time: Date.now() };
      // What was loaded has just brought them.
      if (isFirst) return;
      // The next question may be answered.
      void fetchCounts(asking.signal).then(answered, () => undefined);
    };
    ask();
    const timer = setInterval(ask, EVERY_MS);
    window.addEventListener("focus", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", ask);
      document.removeEventListener("visibilitychange", ask);
      asking.abort();
    };
  }, [path]);
  return useMemo(() => (counted?.in === shell ? { ...shell, counts: counted.counts } : shell), [shell, counted]);
}
