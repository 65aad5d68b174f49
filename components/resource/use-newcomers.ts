"use client";
import { useCallback, useEffect, useRef } from "react";
import { seenFor } from "../ui/seen-for";

/**
 * Whether a row has only just come to a list that was there before. It may have taken the place of one that somebody
 * had decided on, under their pointer, and they have not read it. `place` names what is listed; all rows of another
 * list come together, by the wish of whoever looks at it.
 */
export function useNewcomers(place: string, ids: readonly number[]): (id: number) => boolean {
  const shown = useRef<{ place: string; since: Map<number, number> } | null>(null);
  const now = ids.join();
  useEffect(() => {
    const isRefreshed = shown.current?.place === place;
    if (shown.current === null || !isRefreshed) shown.current = { place, since: new Map() };
    const { since } = shown.current;
    for (const id of now === "" ? [] : now.split(",").map(Number))
      if (!since.has(id)) since.set(id, isRefreshed ? performance.now() : -seenFor);
  }, [place, now]);
  return useCallback((id) => performance.now() - (shown.current?.since.get(id) ?? -seenFor) < seenFor, []);
}
