import type { IncomingMessage } from "node:http";
import { sitePath } from "../../core/site-path";
import { leadingTo } from "./page-policy";
import type { Whole } from "./sending";

const YEAR_SECONDS = 31_536_000;

/** `POST /scheme`: stores a visitor's chosen colours without any script, and redirects back. */
export function chooseScheme(req: IncomingMessage, body: Buffer): Promise<Whole> {
  const chosen = new URLSearchParams(body.toString("utf8")).get("scheme");
  const cookie =
    chosen === "light" || chosen === "dark" || chosen === "auto"
      ? `scheme=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
      : "scheme=; Path=/; Max-Age=0; SameSite=Lax";
  return leadingTo(backTo(req.headers.referer), 303, "no-store", { "Set-Cookie": cookie });
}

/** The path of the form's page, never another host. */
function backTo(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return "/";
  const { pathname, search } = new URL(referer);
  return sitePath(pathname + search, "/");
}
