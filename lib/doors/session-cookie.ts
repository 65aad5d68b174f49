import { decode } from "next-auth/jwt";
import { sign } from "../core/secrets";
import { sessionCookie } from "./host-cookie";
import { heldCookie, unmarked } from "./personal-cookies";

/** The key of the cookie's encryption, derived from the site's key. */
export const secret = () => sign("next-auth", "session cookie");

const NAME = "next-auth.session-token";

/** The session's secret in next-auth's JWT; null where it was not made here, was changed, or is too old. */
async function sessionIn(token: string): Promise<string | null> {
  try {
    const found = await decode({ token, secret: secret() });
    return typeof found?.sid === "string" ? found.sid : null;
  } catch {
    return null;
  }
}

/** The session's secret in a cookie. */
export async function decodeSession(cookie: string): Promise<string | null> {
  const token = unmarked(NAME, cookie);
  return token === null ? null : sessionIn(token);
}

/** The session's secret in a `Cookie` header; null without one that this site made. */
export async function secretIn(header: string, secure: boolean): Promise<string | null> {
  const token = heldCookie(header, NAME, "/", sessionCookie(secure).name);
  return token === null ? null : sessionIn(token);
}
