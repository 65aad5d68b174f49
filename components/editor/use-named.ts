"use client";
import { useEffect, useState } from "react";

type Named = { id: number };

/**
 * What is chosen, with its names. What is not known, such as what came with a copy on this device, is asked for; `isSure`
 * is false meanwhile.
 */
export function useNamed<T extends Named>(path: string, chosen: readonly number[], known: readonly T[]) {
  const [asked, setAsked] = useState<{ missing: string; found: readonly T[] }>({ missing: "", found: [] });
  const named = chosen.flatMap(
    (id) => known.find((each) => each.id === id) ?? asked.found.find((each) => each.id === id) ?? [],
  );
  const missing = chosen
    .filter((id) => !known.some((each) => each.id === id))
    .map((id) => `id=${id}`)
    .join("&");
  useEffect(() => {
    if (missing === "") return;
    const asking = new AbortController();
    void fetch(`${path}?${missing}`, {
      signal: asking.signal,
      headers: { accept: "application/json" },
    })
      .then(async (response) => {
        // Without a session the answer is a page.
        if (response.headers.get("content-type")?.startsWith("application/json"))
          setAsked({ missing, found: (await response.json()) as T[] });
      })
      // After a failure their numbers stand in place of their names.
      .catch(() => undefined);
    return () => asking.abort();
  }, [path, missing]);
  return { named, isSure: missing === "" || asked.missing === missing };
}
