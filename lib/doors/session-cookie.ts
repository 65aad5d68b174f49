import { decode, encode } from "next-auth/jwt";
import { env } from "../core/env";
import { SESSION_LIFETIME_S } from "../core/identity";
import { sign } from "../core/secrets";

/** Whether browsers reach this site by HTTPS. */
export const isSecure = () => env.siteUrl?.startsWith("https:") ?? false;

/** The key of the cookie's encryption, derived from the site's own. */
export const secret = () => sign("next-auth", "session cookie");

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

/** The cookie of a signed-in browser. */
export const sessionCookie = () => hostCookie("next-auth.session-token", SESSION_LIFETIME_S);

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
