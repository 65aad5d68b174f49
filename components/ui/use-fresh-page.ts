"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Whether the server answers, and knows whoever is signed in here. */
export async function isAnswered(): Promise<boolean> {
  try {
    const response = await fetch("/admin/here", { cache: "no-store" });
    return response.ok && ((await response.json()) as { isSignedIn: boolean }).isSignedIn;
  } catch {
    return false;
  }
}

/**
 * Loads the page's data anew. Without a connection or a session the page stays as it is: the framework would leave it,
 * and what is typed, for the browser's own words about the connection, or for the sign-in.
 */
export function useFreshPage(): () => Promise<void> {
  const router = useRouter();
  return useCallback(async () => {
    if (await isAnswered()) router.refresh();
  }, [router]);
}
