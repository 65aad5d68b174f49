"use client";
import { useEffect, useState } from "react";

/** Milliseconds after the last key before the search. */
const PAUSE_MS = 180;

/** What is found at an address for some words. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its address answers
export async function findAt<T>(path: string, words: string, signal?: AbortSignal): Promise<T[]> {
  const response = await fetch(`${path}?keyword=${encodeURIComponent(words)}`, {
    headers: { accept: "application/json" },
    ...(signal && { signal }),
  });
  // Without a session the answer is a page.
  const answered = response.headers.get("content-type")?.startsWith("application/json");
  return answered ? ((await response.json()) as T[]) : [];
}

/**
 * What is found at an address for what is being typed; null until it arrives. Answers to older questions are dropped.
 * Fewer characters than `least` find nothing.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its address answers
export function useFound<T>(path: string, text: string, least: number): T[] | null {
  const [found, setFound] = useState<{ text: string; items: T[] } | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < least) return;
    const asking = new AbortController();
    const ask = async () => setFound({ text: wanted, items: await findAt<T>(path, wanted, asking.signal) });
    const timer = setTimeout(
      () => void ask().catch(() => asking.signal.aborted || setFound({ text: wanted, items: [] })),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [path, wanted, least]);
  // Enter must not open a match of earlier words.
  if (wanted.length < least) return [];
  return found?.text === wanted ? found.items : null;
}
