"use client";
import { useEffect, useState } from "react";
import { useRefreshing } from "../resource/use-refreshing";
import type { ListedLink } from "./list";

/** Milliseconds for which results of a check are waited for: slow sites have ten seconds each. */
const MOST_MS = 60_000;

const checkedAt = ({ checkTime }: ListedLink): number => (checkTime ? new Date(checkTime).getTime() : 0);

/** Shows what a check finds as it comes: `begin` is called with the links that are asked, or for all. */
export function useChecking(rows: readonly ListedLink[]): (ids?: readonly number[]) => void {
  const [before, setBefore] = useState<ReadonlyMap<number, number> | null>(null);
  useRefreshing(before !== null && rows.some((row) => before.get(row.id) === checkedAt(row)));
  useEffect(() => {
    if (!before) return;
    const timer = setTimeout(() => setBefore(null), MOST_MS);
    return () => clearTimeout(timer);
  }, [before]);
  return (ids) =>
    setBefore(new Map(rows.filter(({ id }) => !ids || ids.includes(id)).map((row) => [row.id, checkedAt(row)])));
}
