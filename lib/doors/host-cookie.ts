import { env } from "../core/env";
import { SESSION_LIFETIME_S, TICKET_LIFETIME_S } from "../core/identity";

/** Whether browsers reach this site by HTTPS. */
export const isSecure = () => env.siteUrl?.startsWith("https:") ?? false;

/** What every cookie of ours carries; `__Host-` binds it to this host where there is HTTPS. */
export const hostCookie = (name: string, maxAge?: number) => ({
  name: isSecure() ? `__Host-${name}` : name,
  options: {
    httpOnly: true,
    sameSite: "lax" as const,
    path: "/",
    secure: isSecure(),
    ...(maxAge !== undefined && { maxAge }),
  },
});

/** The cookie of a signed-in browser: an encrypted JWT that carries the session's secret and nothing else. Only next-auth writes it. */
export const sessionCookie = () => hostCookie("next-auth.session-token", SESSION_LIFETIME_S);

/** What a form that signs in is checked against. Only next-auth writes it. */
export const csrfCookie = () => hostCookie("next-auth.csrf-token");

/** Where next-auth would remember where to lead to; each request says so itself, so no browser is sent it. */
export const callbackCookie = () => hostCookie("next-auth.callback-url");

/** Holds the ticket to the step of the second factor. */
export const ticketCookie = () => hostCookie("factor", TICKET_LIFETIME_S);
