"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Milliseconds between two looks. */
const PAUSE_MS = 2500;

/** Loads the page's data again and again while something on it moves and somebody sees it. */
export function useRefreshing(moves: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => document.visibilityState === "visible" && router.refresh(), PAUSE_MS);
    return () => clearInterval(timer);
  }, [moves, router]);
}
