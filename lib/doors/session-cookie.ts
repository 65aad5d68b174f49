import { decode } from "next-auth/jwt";
import { sign } from "../core/secrets";

/** The key of the cookie's encryption, derived from the site's key. */
export const secret = () => sign("next-auth", "session cookie");

/** The session's secret in a cookie; null where it was not made here, was changed, or is too old. */
export async function decodeSession(cookie: string): Promise<string | null> {
  try {
    const token = await decode({ token: cookie, secret: secret() });
    return typeof token?.sid === "string" ? token.sid : null;
  } catch {
    return null;
  }
}
