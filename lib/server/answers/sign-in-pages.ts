import type { IncomingMessage, ServerResponse } from "node:http";
import { csrfCookie, isSecure } from "../../doors/host-cookie";
import { isOwnRequest } from "../../core/own-request";
import { signInBefore } from "../../doors/site-path";
import { leadingTo } from "./page-policy";
import { type NextHandler, renderDetached } from "./render";
import type { Whole } from "./sending";

const SIGN_IN_PAGES = /^\/(login|register|set-password|setup)(\/|$)/;

/** Whether somebody asks for a page that has a form which signs in. */
const hasSignInForm = ({ method, url }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && SIGN_IN_PAGES.test(url?.split("?", 1)[0] ?? "/");

/**
 * Whether a stranger asks for a page of the dashboard, who is led to the sign-in without asking the framework: it would
 * render the page's frame for that.
 */
export const isForSignedIn = ({ headers }: IncomingMessage, path: string): boolean =>
  !isOwnRequest() && /^\/admin(\/|$)/.test(path) && headers.rsc === undefined;

/** Leads to the sign-in, and from there back. */
export const toSignIn = (url: string): Promise<Whole> => leadingTo(signInBefore(url), 307, "no-store");

/**
 * Gets next-auth's cookie for a form that signs in, since a page can set none. The page finds a new one among the
 * request's cookies, and the browser gets it with the answer.
 */
export async function addCsrfCookie(next: NextHandler, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (!hasSignInForm(req)) return;
  const { cookie } = req.headers;
  const said = ["host", "cookie", "x-forwarded-host", "x-forwarded-proto"].flatMap((name) =>
    req.headers[name] === undefined ? [] : [[name, String(req.headers[name])]],
  );
  const answer = await renderDetached(next, "/api/auth/csrf", Object.fromEntries(said) as Record<string, string>);
  const { name: wanted } = csrfCookie(await isSecure((name) => req.headers[name]?.toString()));
  const lines = answer.headers.flatMap(([name, value]) =>
    name === "set-cookie" && value.startsWith(`${wanted}=`) ? [value] : [],
  );
  if (lines.length === 0) return;
  // Of two cookies with one name the last counts.
  req.headers.cookie = [cookie, ...lines.map((line) => line.split(";")[0])].filter(Boolean).join("; ");
  res.setHeader("Set-Cookie", lines);
}

/** Removes the cookie where the page came without the form: on an installed site's set-up, or for signed-in people. */
export function dropUnusedCookie(res: ServerResponse, body: Buffer): void {
  const [token] = [res.getHeader("Set-Cookie") ?? []]
    .flat()
    .flatMap((line) => /=([0-9a-f]+)%7C/.exec(String(line))?.[1] ?? []);
  if (token !== undefined && !body.includes(token)) res.removeHeader("Set-Cookie");
}
