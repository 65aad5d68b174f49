import type { IncomingHttpHeaders } from "node:http";
import { type Actor, isStaff, visitor } from "../core/access";
import { AppError } from "../core/errors";
import { identity } from "../core/identity";
import { isSecure } from "./host-cookie";
import { knownBrowser } from "./known-browser";
import { secretIn } from "./session-cookie";

/**
 * The sender of a browser's request: signed in, with an ended session, or a stranger. `browser` names one in which
 * somebody signed in before.
 */
export type Sender =
  | { kind: "known"; id: number | null; isStaff: boolean }
  | { kind: "ended" | "stranger"; browser: string | null };

/** The secret of a session that this site encrypted into these cookies; null without one. */
const secretOf = async (headers: IncomingHttpHeaders): Promise<string | null> =>
  headers.cookie === undefined ? null : secretIn(headers.cookie, await isSecure((name) => headers[name]?.toString()));

const browserOf = async (headers: IncomingHttpHeaders): Promise<string | null> =>
  headers.cookie === undefined
    ? null
    : knownBrowser(headers.cookie, await isSecure((name) => headers[name]?.toString()));

/** The owner of these cookies. Only what this site encrypted is looked up. */
export async function senderOf(headers: IncomingHttpHeaders): Promise<Sender> {
  const secret = await secretOf(headers);
  const found = secret === null ? null : await identity.get().ofSession(secret);
  if (found) return { kind: "known", id: found.owner.id, isStaff: isStaff(found.owner) };
  return { kind: secret === null ? "stranger" : "ended", browser: await browserOf(headers) };
}

/** Whoever is signed in with these cookies; others are refused. */
export async function signedInActor(headers: IncomingHttpHeaders, ip: string | null): Promise<Actor> {
  const secret = await secretOf(headers);
  const found = secret === null ? null : await identity.get().ofSession(secret);
  if (!found) throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
  const actor = { ...visitor, ip, userAgent: headers["user-agent"] ?? null, ...found.owner };
  // Not awaited, since an upload must not fail because of it.
  found.noteUse?.(actor).catch(() => undefined);
  return actor;
}
