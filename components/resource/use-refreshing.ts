"use client";
import { useEffect } from "react";
import { useFreshPage } from "../ui/use-fresh-page";

/** Milliseconds between two looks. */
const PAUSE_MS = 2500;

/** Loads the page's data again and again while something on it moves and somebody sees it. */
export function useRefreshing(moves: boolean): void {
  const refresh = useFreshPage();
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void refresh();
    }, PAUSE_MS);
    return () => clearInterval(timer);
  }, [moves, refresh]);
}
