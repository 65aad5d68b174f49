"use client";
import { useEffect, useState } from "react";

type FoundPost = { id: number; title: string };

/** Milliseconds after the last key before the search. */
const PAUSE_MS = 180;
/** The fewest characters to search for; fewer match everything. */
const LEAST = 2;

/** Posts for what is being typed; null until they arrive. Answers to older questions are dropped. */
export function useFoundPosts(text: string): FoundPost[] | null {
  const [found, setFound] = useState<{ text: string; posts: FoundPost[] }>({ text: "", posts: [] });
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < LEAST) return;
    const asking = new AbortController();
    const ask = async () => {
      const response = await fetch(`/admin/find?keyword=${encodeURIComponent(wanted)}`, {
        signal: asking.signal,
        headers: { accept: "application/json" },
      });
      // Without a session the answer is a page.
      const answered = response.headers.get("content-type")?.startsWith("application/json");
      setFound({ text: wanted, posts: answered ? ((await response.json()) as FoundPost[]) : [] });
    };
    const timer = setTimeout(
      () => void ask().catch(() => asking.signal.aborted || setFound({ text: wanted, posts: [] })),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  // Enter must not open a match of earlier words.
  if (wanted.length < LEAST) return [];
  return found.text === wanted ? found.posts : null;
}
