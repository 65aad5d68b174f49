import NextAuth, { type NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Actor } from "../core/access";
import { toAppError } from "../core/errors";
import { identity, SESSION_LIFETIME_S } from "../core/identity";
import { strangerActor } from "./actor";
import { hostCookie, isSecure, secret, sessionCookie } from "./session-cookie";
import { sitePath } from "./site-path";

/** Answers the secret of a new session, or null; given by the route, so that this file knows no feature. */
export type SignIn = (actor: Actor, credentials: Record<string, string>) => Promise<string | null>;

/** A refusal is next-auth's null; what is our own fault goes on. */
async function sessionFor(signIn: SignIn, given: Record<string, string>): Promise<string | null> {
  try {
    return await signIn(await strangerActor(), given);
  } catch (thrown) {
    if (toAppError(thrown).status < 500) return null;
    throw thrown;
  }
}

async function signOut(secret: string): Promise<void> {
  const found = await identity.get().ofSession(secret);
  if (found) await identity.get().signOut({ ...(await strangerActor()), ...found.owner });
}

const nameOf = async (secret: string): Promise<string | null> =>
  (await identity.get().ofSession(secret))?.owner.name ?? null;

/** next-auth as this site uses it: credentials only, and a JWT that holds nothing but the key to a session row. */
function authOptions(signIn: SignIn, secure: boolean): NextAuthOptions {
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
          const id = given ? await sessionFor(signIn, given) : null;
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

type Context = { params: Promise<{ nextauth: string[] }> };

/**
 * next-auth's own addresses below `/api/auth`. Its options are made for each request, since the key of the cookies is
 * there only once the server runs.
 */
export const authRoute =
  (signIn: SignIn) =>
  async (request: Request, context: Context): Promise<Response> => {
    const secure = await isSecure((name) => request.headers.get(name));
    return NextAuth(request as never, context as never, authOptions(signIn, secure)) as Promise<Response>;
  };
