"use client";
import { useEffect, useState } from "react";
import type { TagChoice } from "../../lib/features/taxonomy/tags/schema";

/** The chosen tags with their names. Those that came with a copy on this device are asked for. */
export function useTagNames(chosen: readonly number[], known: readonly TagChoice[]): TagChoice[] {
  const [asked, setAsked] = useState<readonly TagChoice[]>([]);
  const tags = chosen.flatMap((id) => known.find((tag) => tag.id === id) ?? asked.find((tag) => tag.id === id) ?? []);
  const missing = chosen
    .filter((id) => !tags.some((tag) => tag.id === id))
    .map((id) => `id=${id}`)
    .join("&");
  useEffect(() => {
    if (missing === "") return;
    const asking = new AbortController();
    void fetch(`/admin/find/tags?${missing}`, {
      signal: asking.signal,
      headers: { accept: "application/json" },
    })
      .then(async (response) => {
        // Without a session the answer is a page.
        if (response.headers.get("content-type")?.startsWith("application/json"))
          setAsked((await response.json()) as TagChoice[]);
      })
      // They keep their numbers for names.
      .catch(() => undefined);
    return () => asking.abort();
  }, [missing]);
  return tags;
}
