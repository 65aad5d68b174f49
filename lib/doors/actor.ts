import { cookies, headers } from "next/headers";
import { type Actor, system, visitor } from "../core/access";
import { identity, type Preferences } from "../core/identity";
import { isOwnRequest } from "../core/own-request";
import { askOnce } from "../core/cache-keys";
import { addressHeader, clientHeader } from "./client-header";
import { hostCookie, isSecure, sessionCookie, ticketCookie } from "./host-cookie";
import { knownBrowser } from "./known-browser";
import { lookUp } from "./look-ups";
import { heldCookie, marked } from "./personal-cookies";
import { secretIn } from "./session-cookie";

/** Proofs are joined by `~` in one cookie; more than these are invented. */
const MOST_UNLOCKS = 50;

/** How long a browser remembers a given password: 30 days. */
const UNLOCK_SECONDS = 2_592_000;

/** Whether the cookies of the current request are for HTTPS only. */
export async function secureHere(): Promise<boolean> {
  const head = await headers();
  return isSecure((name) => head.get(name));
}

const unlockCookie = (secure: boolean) => hostCookie(secure, "unlock", UNLOCK_SECONDS);

/** How long a browser shows its own waiting comment: a day. */
const WAITING_SECONDS = 86_400;
/** The most waiting comments that are shown. */
const MOST_WAITING = 10;

/** For one page only, so that other pages come from memory; a `__Host-` cookie would be for the whole site. */
function waitingCookie(secure: boolean, path: string) {
  const { name, options } = hostCookie(secure, "waiting", WAITING_SECONDS);
  return { name: name.replace("__Host-", "__Secure-"), options: { ...options, path } };
}

/** The path of the current request. */
const pathIn = (head: Headers) => (head.get(addressHeader) ?? "/").split("?", 1)[0] ?? "/";

/** The reader of a public page: a visitor, with the passwords given so far. */
export async function strangerActor(): Promise<Actor> {
  const [head, secure] = await Promise.all([headers(), secureHere()]);
  const [sent, path] = [head.get("cookie") ?? "", pathIn(head)];
  const held = (name: "unlock" | "waiting", fullName: string) =>
    (heldCookie(sent, name, path, fullName) ?? "").split("~").filter(Boolean);
  const unlocks = held("unlock", unlockCookie(secure).name).slice(0, MOST_UNLOCKS);
  const ownComments = held("waiting", waitingCookie(secure, path).name);
  return {
    ...visitor,
    unlocks,
    ownComments,
    browser: knownBrowser(sent, secure),
    ip: head.get(clientHeader) || null,
    userAgent: head.get("user-agent"),
    origin: head.get("origin"),
  };
}

/** Who asks with this browser, and whether it carries a sign-in that has ended. The session row is read once for each request. */
export const readSession = (): Promise<{ actor: Actor; ended: boolean; preferences?: Preferences }> =>
  askOnce("who is signed in", async () => {
    if (isOwnRequest()) return { actor: system, ended: false };
    const stranger = await strangerActor();
    const cookie = (await cookies()).get(sessionCookie(await secureHere()).name)?.value;
    if (cookie === undefined) return { actor: stranger, ended: false };
    const secret = await secretIn((await headers()).get("cookie") ?? "", await secureHere());
    const found = secret === null ? null : await lookUp(stranger, () => identity.get().ofSession(secret));
    if (!found) return { actor: stranger, ended: true };
    const actor = { ...stranger, ...found.owner };
    // Not awaited, since a request that only reads must not fail because of it.
    found.noteUse?.(actor).catch(() => undefined);
    return { actor, ended: false, ...(found.preferences && { preferences: found.preferences }) };
  });

/** The signed-in actor of this browser; otherwise a visitor. */
export const sessionActor = async (): Promise<Actor> => (await readSession()).actor;

/** This browser's ticket for the second factor; "" without one. */
export const heldTicket = async (): Promise<string> =>
  (await cookies()).get(ticketCookie(await secureHere()).name)?.value ?? "";

/**
 * Runs an operation that may change the site's address, whose scheme decides on the cookie, and keeps this browser
 * signed in.
 */
export async function keepSignedIn<T>(work: () => Promise<T>): Promise<T> {
  const [before, jar] = [sessionCookie(await secureHere()), await cookies()];
  const cookie = jar.get(before.name)?.value;
  const result = await work();
  const after = sessionCookie(await secureHere());
  if (cookie !== undefined && after.name !== before.name) {
    jar.set(after.name, cookie, after.options);
    jar.set(before.name, "", { ...before.options, maxAge: 0 });
  }
  return result;
}

/** Adds proofs of passwords to this browser's cookie; the newest stay. */
export async function rememberProofs(proofs: readonly string[]): Promise<void> {
  const { unlocks } = await strangerActor();
  const all = [...new Set([...unlocks, ...proofs])].slice(-MOST_UNLOCKS);
  const { name, options } = unlockCookie(await secureHere());
  (await cookies()).set(name, marked("unlock", all.join("~")), options);
}

/** Remembers for the page of the current request that this browser sent a comment; the newest stay. */
export async function rememberComment(proof: string): Promise<void> {
  const [{ ownComments }, path] = [await strangerActor(), pathIn(await headers())];
  const { name, options } = waitingCookie(await secureHere(), path);
  const proofs = [...ownComments, proof].slice(-MOST_WAITING).join("~");
  (await cookies()).set(name, marked("waiting", proofs, path), options);
}
