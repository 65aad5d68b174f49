import { env } from "../core/env";
import { SESSION_LIFETIME_S, TICKET_LIFETIME_S } from "../core/identity";
import { siteAddress } from "../services/settings/reading";
import { isPlainHttp, requestHost } from "./request-host";

/**
 * Whether the cookies of this request are for HTTPS only. SITE_URL decides for all; an address that was stored
 * decides for its own host, so that whoever comes by localhost or an IP address can sign in and put it right.
 */
export async function isSecure(head: (name: string) => string | null | undefined): Promise<boolean> {
  if (env.siteUrl !== undefined) return env.siteUrl.startsWith("https:");
  const { protocol, host } = new URL(await siteAddress());
  return protocol === "https:" && requestHost(head) === host && !isPlainHttp(head);
}

/** What every cookie of ours carries; `__Host-` binds it to this host where there is HTTPS. */
export const hostCookie = (secure: boolean, name: string, maxAge?: number) => ({
  name: secure ? `__Host-${name}` : name,
  options: {
    httpOnly: true,
    sameSite: "lax" as const,
    path: "/",
    secure,
    ...(maxAge !== undefined && { maxAge }),
  },
});

/** The cookie of a signed-in browser: an encrypted JWT that carries the session's secret and nothing else. Only next-auth writes it. */
export const sessionCookie = (secure: boolean) => hostCookie(secure, "next-auth.session-token", SESSION_LIFETIME_S);

/** What a form that signs in is checked against. Only next-auth writes it. */
export const csrfCookie = (secure: boolean) => hostCookie(secure, "next-auth.csrf-token");

/** Where next-auth would remember where to lead to; each request says so itself, so no browser is sent it. */
export const callbackCookie = (secure: boolean) => hostCookie(secure, "next-auth.callback-url");

/** Holds the ticket to the step of the second factor. */
export const ticketCookie = (secure: boolean) => hostCookie(secure, "factor", TICKET_LIFETIME_S);
