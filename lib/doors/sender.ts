import type { IncomingHttpHeaders } from "node:http";
import { type Actor, isStaff, visitor } from "../core/access";
import { AppError } from "../core/errors";
import { identity } from "../core/identity";
import { isSecure } from "./host-cookie";
import { clientHeader } from "./client-header";
import { knownBrowser } from "./known-browser";
import { lookUp } from "./look-ups";
import { secretIn } from "./session-cookie";

/**
 * The sender of a browser's request: signed in, with an ended session, or a stranger. `browser` names one in which
 * somebody signed in before.
 */
export type Sender =
  | { kind: "known"; id: number | null; isStaff: boolean }
  | { kind: "ended" | "stranger"; browser: string | null };

/** Who is signed in by what this site encrypted into these cookies, and whether there was any of that; looked up in turn. */
async function signedInBy(headers: IncomingHttpHeaders, secure: boolean) {
  const { cookie = "" } = headers;
  const secret = await secretIn(cookie, secure);
  if (secret === null) return { isSent: false, found: null };
  const ip = headers[clientHeader]?.toString() || null;
  const asking = { ip, browser: knownBrowser(cookie, secure) };
  return { isSent: true, found: await lookUp(asking, () => identity.get().ofSession(secret)) };
}

const isSecureRequest = (headers: IncomingHttpHeaders) => isSecure((name) => headers[name]?.toString());

/** The senders of requests, by their headers: the front desk asks several times before it makes an answer. */
const senders = new WeakMap<IncomingHttpHeaders, Promise<Sender>>();

/** The owner of these cookies. Only what this site encrypted is looked up, once for each request. */
export function senderOf(headers: IncomingHttpHeaders): Promise<Sender> {
  const sender = senders.get(headers) ?? findSender(headers);
  senders.set(headers, sender);
  return sender;
}

async function findSender(headers: IncomingHttpHeaders): Promise<Sender> {
  const secure = await isSecureRequest(headers);
  const { isSent, found } = await signedInBy(headers, secure);
  if (found) return { kind: "known", id: found.owner.id, isStaff: isStaff(found.owner) };
  return { kind: isSent ? "ended" : "stranger", browser: knownBrowser(headers.cookie ?? "", secure) };
}

/** Whoever is signed in with these cookies; others are refused. */
export async function signedInActor(headers: IncomingHttpHeaders, ip: string | null): Promise<Actor> {
  const { found } = await signedInBy(headers, await isSecureRequest(headers));
  if (!found) throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
  const actor = { ...visitor, ip, userAgent: headers["user-agent"] ?? null, ...found.owner };
  // Not awaited, since an upload must not fail because of it.
  found.noteUse?.(actor).catch(() => undefined);
  return actor;
}
