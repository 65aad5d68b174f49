import { randomUUID } from "node:crypto";
import NextAuth, { type NextAuthOptions, type User } from "next-auth";
import { decode, encode, type JWTOptions } from "next-auth/jwt";
import CredentialsProvider from "next-auth/providers/credentials";
import { NextResponse } from "next/server";
import { type Actor, visitor } from "../core/access";
import { env } from "../core/env";
import { AppError, notFound, toAppError } from "../core/errors";
import { identity, SESSION_LIFETIME_S } from "../core/identity";
import { callbackCookie, csrfCookie, sessionCookie, ticketCookie } from "./host-cookie";
import { browserCookie, markedBrowser, unmarkedBrowser } from "./known-browser";
import { marked, unmarked } from "./personal-cookies";
import { problem } from "./problem";
import { decodeSession, secret } from "./session-cookie";
import { sitePath } from "../core/site-path";

/** One request to next-auth. */
export type Asked = {
  method: "GET" | "POST";
  action: string;
  provider?: string | undefined;
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: Record<string, string>;
  /** Whether its cookies are for HTTPS only. */
  secure: boolean;
  ip: string | null;
  userAgent: string | null;
};

/** next-auth's answer, and the error of a refused sign-in. */
export type Answered = { response: NextResponse; refusal?: AppError | undefined; ticket?: string | undefined };

/** Details of a sign-in that next-auth's answer lacks: it has a code at most. */
type SigningIn = { refusal?: AppError; ticket?: string; browser?: string };

/** The ways of signing in: name and password, and the code of the second step. */
const providers = ["credentials", "factor"] as const;
type Provider = (typeof providers)[number];

const actions = { GET: ["csrf", "providers", "session", "signin", "signout", "error"], POST: ["callback", "signout"] };

/** Whether this site uses an address of next-auth; those of other providers, and its log for clients, answer 404. */
const isKnown = ({ method, action, provider }: Asked) =>
  actions[method].includes(action) &&
  (action === "callback" ? providers.some((name) => name === provider) : provider === undefined);

const actorOf = ({ ip, userAgent, cookies, secure }: Asked): Actor => ({
  ...visitor,
  ip,
  userAgent,
  browser: unmarkedBrowser(cookies[browserCookie(secure).name]),
});

async function check(asked: Asked, provider: Provider, given: Record<string, string | undefined>) {
  const { signIn, signInWithFactor } = identity.get();
  if (provider === "credentials") {
    const { username = "", password = "", authcode = "" } = given;
    return signIn(actorOf(asked), { username, password, code: authcode });
  }
  const ticket = asked.cookies[ticketCookie(asked.secure).name] ?? "";
  return signInWithFactor(actorOf(asked), { ticket, code: given.code ?? "" });
}

/** Checks a sign-in. next-auth gets the code of a refusal only, since it puts it into an address. */
const authorize =
  (asked: Asked, state: SigningIn, provider: Provider) =>
  async (given: Record<string, string> | undefined): Promise<{ id: string }> => {
    try {
      const { session, ticket, browser } = await check(asked, provider, given ?? {});
      if (browser !== null) state.browser = browser;
      if (session !== null) return { id: session };
      if (ticket !== null) state.ticket = ticket;
      throw new AppError("mfa_required", "The second factor is required.");
    } catch (thrown) {
      const refusal = toAppError(thrown);
      state.refusal = refusal;
      throw new Error(refusal.code, { cause: thrown });
    }
  };

/** next-auth's JWT with this site's mark, which the front desk checks before anything is rendered. */
const jwt: Pick<JWTOptions, "encode" | "decode"> = {
  encode: async (given) => marked("next-auth.session-token", await encode(given)),
  decode: async ({ token = "", ...given }) => {
    const held = unmarked("next-auth.session-token", token);
    return held === null ? null : decode({ ...given, token: held });
  },
};

/** Ends the session with this secret, if there is one. */
async function endSession(asked: Asked, secret: unknown): Promise<void> {
  const found = typeof secret === "string" ? await identity.get().ofSession(secret) : null;
  if (found) await identity.get().signOut({ ...actorOf(asked), ...found.owner });
}

/** next-auth as this site uses it: credentials only, and a JWT with nothing but the secret of a session row. */
function optionsFor(asked: Asked, state: SigningIn): NextAuthOptions {
  return {
    // A function, since the key exists only once the server runs.
    secret: secret(),
    useSecureCookies: asked.secure,
    jwt,
    cookies: {
      sessionToken: sessionCookie(asked.secure),
      callbackUrl: callbackCookie(asked.secure),
      csrfToken: csrfCookie(asked.secure),
    },
    pages: { signIn: "/login", signOut: "/login", error: "/login" },
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_S },
    providers: providers.map((id) =>
      CredentialsProvider({ id, credentials: {}, authorize: authorize(asked, state, id) }),
    ),
    callbacks: {
      // `user` is given while somebody signs in, and never afterwards.
      jwt: ({ token, user }: { token: Record<string, unknown>; user?: User }) => ({ sid: user ? user.id : token.sid }),
      session: async ({ session, token }) => {
        const found = typeof token.sid === "string" ? await identity.get().ofSession(token.sid) : null;
        if (!found) throw new Error("This session has ended.");
        return { expires: session.expires, user: { name: found.owner.name } };
      },
      redirect: async ({ url }) => sitePath(url),
    },
    events: {
      signIn: async () => endSession(asked, await decodeSession(asked.cookies[sessionCookie(asked.secure).name] ?? "")),
      signOut: async ({ token }: { token: Record<string, unknown> | null }) => endSession(asked, token?.sid),
    },
    logger: {
      // The audit log records refused sign-ins, and next-auth's own lines would repeat what was sent.
      error: (code, cause) => void (code.endsWith("_EVENT_ERROR") && console.error(cause)),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** The path of next-auth's redirect; the site's own address may be unknown to it. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, env.siteUrl ?? "http://localhost");
  return sitePath(pathname + search);
}

type Written = { status: number; headers: Headers; body: string | null };

/** The response object that next-auth writes to. */
function writer(written: Written, leftOut: string) {
  const set = (name: string, value: string | string[]) => {
    written.headers.delete(name);
    for (const each of [value].flat())
      if (!each.startsWith(`${leftOut}=`)) written.headers.append(name, name === "Location" ? pathOf(each) : each);
  };
  const sendJson = (body: unknown) => {
    if (!written.headers.has("content-type")) written.headers.set("content-type", "application/json");
    written.body = JSON.stringify(body);
  };
  const res = {
    status: (code: number) => {
      written.status = code;
      return res;
    },
    getHeader: (name: string) => (name === "Set-Cookie" ? written.headers.getSetCookie() : written.headers.get(name)),
    setHeader: set,
    json: (body: { url?: string }) => sendJson(body.url === undefined ? body : { ...body, url: pathOf(body.url) }),
    send: (body: unknown) => (typeof body === "string" ? (written.body = body) : sendJson(body ?? null)),
    end: () => undefined,
  };
  return res;
}

/** Says like every address of the API that there is nothing here. */
function missing(): NextResponse {
  const { status, headers, body } = problem(notFound(), randomUUID());
  return new NextResponse(body, { status, headers });
}

/** Passes a request to next-auth, which alone makes session cookies. */
export async function askNextAuth(asked: Asked): Promise<Answered> {
  const headers = new Headers({ "cache-control": "no-store" });
  if (!isKnown(asked)) return { response: missing() };
  const { action, provider, method, secure } = asked;
  const { [callbackCookie(secure).name]: _callback, ...cookies } = asked.cookies;
  // next-auth takes an invalid callback for a fault of its settings, and a missing one for its own idea of the site's
  // address.
  const callbackUrl = sitePath(asked.body?.callbackUrl ?? asked.query?.callbackUrl);
  const [query, body] = [
    { ...asked.query, callbackUrl },
    { ...asked.body, callbackUrl },
  ];
  const state: SigningIn = {};
  const written: Written = { status: 200, headers, body: null };
  const nextauth = provider === undefined ? [action] : [action, provider];
  await NextAuth(
    { method, query: { ...query, nextauth }, body, cookies, headers: {} } as never,
    writer(written, callbackCookie(secure).name) as never,
    optionsFor(asked, state),
  );
  const response = new NextResponse(written.body, { status: written.status, headers });
  const ticket = ticketCookie(secure);
  if (state.ticket !== undefined) response.cookies.set(ticket.name, state.ticket, ticket.options);
  else if (action === "callback" && signsIn(response, secure) && cookies[ticket.name] !== undefined)
    response.cookies.set(ticket.name, "", { ...ticket.options, maxAge: 0 });
  if (state.browser !== undefined && signsIn(response, secure)) {
    const { name, options } = browserCookie(secure);
    response.cookies.set(name, markedBrowser(state.browser), options);
  }
  return { response, ...state };
}

/** Whether an answer signs the browser in. */
export const signsIn = (response: NextResponse, secure: boolean): boolean =>
  (response.cookies.get(sessionCookie(secure).name)?.value ?? "") !== "";
