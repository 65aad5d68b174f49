"use client";
import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";

/** Whether the server answers, and knows whoever is signed in here. */
export async function isAnswered(): Promise<boolean> {
  try {
    const response = await fetch("/admin/here", { cache: "no-store" });
    return response.ok && ((await response.json()) as { isSignedIn: boolean }).isSignedIn;
  } catch {
    return false;
  }
}

/** Milliseconds between two questions whether the server answers again. */
const PAUSE_MS = 1000;

async function answered(): Promise<void> {
  while (!(await isAnswered())) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

/** Whether the framework asks for the data of the page that is shown. */
function isRefresh(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  if (!new Headers(init?.headers).has("rsc") || (init?.method ?? "GET") !== "GET") return false;
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  url.searchParams.delete("_rsc");
  return url.href === location.href.replace(/#.*/, "");
}

let isGuarded = false;

/** Asks again where the connection is lost while a page's data is on its way: see `useFreshPage`. */
function guardRefreshes(): void {
  if (isGuarded) return;
  isGuarded = true;
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    for (;;) {
      try {
        return await send(input, init);
      } catch (error) {
        if (init?.signal?.aborted || !isRefresh(input, init)) throw error;
        await answered();
      }
    }
  };
}

/**
 * Loads the page's data anew. Without a connection or a session the page stays as it is: the framework would leave it,
 * and what is typed, for the browser's own words about the connection, or for the sign-in.
 */
export function useFreshPage(): () => Promise<void> {
  const router = useRouter();
  useEffect(guardRefreshes, []);
  return useCallback(async () => {
    if (await isAnswered()) router.refresh();
  }, [router]);
}
