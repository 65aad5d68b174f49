import { env } from "../core/env";
import { SESSION_LIFETIME_S, TICKET_LIFETIME_S } from "../core/identity";
import { siteAddress } from "../services/settings/reading";
import { isPlainHttp, requestHost } from "./request-host";

/**
 * Whether the cookies of this request are for HTTPS only. SITE_URL decides for all hosts; a stored address for its own
 * host only, so that somebody at localhost or an IP address can sign in and correct it.
 */
export async function isSecure(head: (name: string) => string | null | undefined): Promise<boolean> {
  if (env.siteUrl !== undefined) return env.siteUrl.startsWith("https:");
  const { protocol, host } = new URL(await siteAddress());
  return protocol === "https:" && requestHost(head) === host && !isPlainHttp(head);
}

/** All cookies of this site. The framework gets no others, so one that is not named here is never read. */
export const cookieNames = [
  "next-auth.session-token",
  "next-auth.csrf-token",
  "next-auth.callback-url",
  "factor",
  "browser",
  "unlock",
  "waiting",
  "scheme",
  "zone",
] as const;
export type CookieName = (typeof cookieNames)[number];

/** The attributes of every cookie that no script reads; `__Host-` binds it to this host where there is HTTPS. */
export const hostCookie = (secure: boolean, name: CookieName, maxAge?: number) => ({
  name: secure ? `__Host-${name}` : name,
  options: {
    httpOnly: true,
    sameSite: "lax" as const,
    path: "/",
    secure,
    ...(maxAge !== undefined && { maxAge }),
  },
});

/**
 * The cookie of a signed-in browser: an encrypted JWT with the session's secret and nothing else. Only next-auth writes
 * it.
 */
export const sessionCookie = (secure: boolean) => hostCookie(secure, "next-auth.session-token", SESSION_LIFETIME_S);

/** The CSRF token that a form that signs in is checked against. Only next-auth writes it. */
export const csrfCookie = (secure: boolean) => hostCookie(secure, "next-auth.csrf-token");

/** Where next-auth would remember the redirect; each request carries it instead, so this cookie is never sent. */
export const callbackCookie = (secure: boolean) => hostCookie(secure, "next-auth.callback-url");

/** Holds the ticket for the second factor. */
export const ticketCookie = (secure: boolean) => hostCookie(secure, "factor", TICKET_LIFETIME_S);
