import { cookies, headers } from "next/headers";
import { type Actor, visitor } from "../core/access";
import { env } from "../core/env";
import { clientHeader } from "./client-header";

/** Proofs are joined by `~` in one cookie; more than these are the visitor's own invention. */
const MOST_UNLOCKS = 50;

/** How long a browser remembers a password it has shown: 30 days. */
const UNLOCK_SECONDS = 2_592_000;

/** Name of the cookie that holds proofs of passwords given; `__Host-` binds it to this host where there is HTTPS. */
export const unlockCookie = (secure: boolean): string => (secure ? "__Host-unlock" : "unlock");

const unlockName = () => unlockCookie(env.siteUrl?.startsWith("https:") ?? false);

/** Whoever reads a public page: nobody in particular, with the passwords they have shown. */
export async function strangerActor(): Promise<Actor> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const unlocks = (jar.get(unlockName())?.value ?? "").split("~").filter(Boolean).slice(0, MOST_UNLOCKS);
  return { ...visitor, unlocks, ip: head.get(clientHeader) || null, userAgent: head.get("user-agent") };
}

/** Adds proofs of passwords to what this browser holds; the newest stay. */
export async function rememberProofs(proofs: readonly string[]): Promise<void> {
  const { unlocks } = await strangerActor();
  const all = [...new Set([...unlocks, ...proofs])].slice(-MOST_UNLOCKS);
  const secure = env.siteUrl?.startsWith("https:") ?? false;
  (await cookies()).set(unlockName(), all.join("~"), { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge: UNLOCK_SECONDS });
}
