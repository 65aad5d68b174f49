import { decode, encode } from "next-auth/jwt";
import { SESSION_LIFETIME_S } from "../auth/sessions";
import { env } from "../core/env";
import { sign } from "../core/secrets";
import { siteAddress } from "../options/queries";
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

/** The key of the cookie's encryption, derived from the site's own. */
export const secret = () => sign("next-auth", "session cookie");

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

/** The cookie of a signed-in browser. */
export const sessionCookie = (secure: boolean) => hostCookie(secure, "next-auth.session-token", SESSION_LIFETIME_S);

/** The cookie's value: an encrypted JWT that carries the session's secret and nothing else. */
export const encodeSession = (sessionSecret: string): Promise<string> =>
  encode({ token: { sid: sessionSecret }, secret: secret(), maxAge: SESSION_LIFETIME_S });

/** The session's secret in a cookie; null where it was not made here, was changed, or is too old. */
export async function decodeSession(cookie: string): Promise<string | null> {
  try {
    const token = await decode({ token: cookie, secret: secret() });
    return typeof token?.sid === "string" ? token.sid : null;
  } catch {
    return null;
  }
}
