"use client";
import { useEffect, useState } from "react";

type FoundPost = { id: number; title: string };

/** Milliseconds after the last key before the server is asked. */
const PAUSE_MS = 180;
/** Characters below which everything would be found. */
const LEAST = 2;

/** Posts whose title or text holds what is being typed; null until the answer is there. An older question never overtakes a newer one. */
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
      // Whoever is not signed in any more is led to a page instead.
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
  // What was found for other words must not be what "Enter" opens.
  if (wanted.length < LEAST) return [];
  return found.text === wanted ? found.posts : null;
}
