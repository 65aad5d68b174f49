import type { IncomingMessage } from "node:http";
import { csrfCookie } from "../doors/host-cookie";
import { type NextHandler, renderDetached } from "./render";

const SIGN_IN_PAGES = /^\/(login|register|set-password|setup)(\/|$)/;

/** Whether a page has a form that signs in. */
export const hasSignInForm = (path: string): boolean => SIGN_IN_PAGES.test(path);

/**
 * Asks next-auth for the cookie that a form which signs in is checked against, since a page can set none. The page
 * finds a new one among the request's cookies; the lines are for the browser.
 */
export async function addCsrfCookie(next: NextHandler, req: IncomingMessage): Promise<string[]> {
  const { cookie, host = "localhost" } = req.headers;
  const answer = await renderDetached(next, "/api/auth/csrf", { host, ...(cookie !== undefined && { cookie }) });
  const lines = answer.headers.flatMap(([name, value]) =>
    name === "set-cookie" && value.startsWith(`${csrfCookie().name}=`) ? [value] : [],
  );
  const pairs = lines.map((line) => line.split(";")[0] ?? "");
  // The last of two cookies of one name is the one that counts.
  if (pairs.length > 0) req.headers.cookie = [cookie, ...pairs].filter(Boolean).join("; ");
  return lines;
}
