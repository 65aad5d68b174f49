import { fetchToken } from "../ui/next-auth";

/** Signs this browser out through next-auth and leaves for the sign-in; returns false where that failed. */
export async function signOut(): Promise<boolean> {
  const left = await ask().catch(() => false);
  if (left) window.location.assign("/login");
  return left;
}

async function ask(): Promise<boolean> {
  const body = new URLSearchParams({ csrfToken: await fetchToken(), callbackUrl: "/login", json: "true" });
  const answer = await fetch("/api/auth/signout", { method: "POST", body });
  return ((await answer.json()) as { url?: string }).url === "/login";
}
