import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { SESSION_LIFETIME_S } from "../auth/sessions";
import { hostCookie, secret, sessionCookie } from "./session-cookie";
import { sitePath } from "./site-path";

/** What the options need of the operations; given by the route, so that this file knows none. */
export type Accounts = {
  /** Answers the secret of a new session, or null. */
  signIn: (credentials: Record<string, string>) => Promise<string | null>;
  signOut: (sessionSecret: string) => Promise<void>;
  /** The name of whoever the session belongs to, or null. */
  nameOf: (sessionSecret: string) => Promise<string | null>;
};

/** next-auth as this site uses it: credentials only, and a JWT that holds nothing but the key to a session row. */
export function authOptions({ signIn, signOut, nameOf }: Accounts, secure: boolean): NextAuthOptions {
  const { name: callbackUrl, options } = hostCookie(secure, "next-auth.callback-url");
  return {
    secret: secret(),
    useSecureCookies: secure,
    cookies: {
      sessionToken: sessionCookie(secure),
      callbackUrl: { name: callbackUrl, options },
      csrfToken: hostCookie(secure, "next-auth.csrf-token"),
    },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_S },
    providers: [
      CredentialsProvider({
        credentials: { username: {}, password: {}, authcode: {} },
        authorize: async (given) => {
          const id = given ? await signIn(given) : null;
          return id === null ? null : { id };
        },
      }),
    ],
    callbacks: {
      jwt: async ({ token, user }) => ({ sid: user ? user.id : token.sid }),
      session: async ({ session, token }) => {
        const name = typeof token.sid === "string" ? await nameOf(token.sid) : null;
        return { expires: session.expires, ...(name !== null && { user: { name } }) };
      },
      // A path of this site, whatever was asked for; relative, so that no Host header decides where it leads.
      redirect: async ({ url, baseUrl }) => sitePath(url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === "string") await signOut(token.sid);
      },
    },
    // Refused sign-ins stand in the audit log; next-auth's own lines would repeat what was sent.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
  };
}
