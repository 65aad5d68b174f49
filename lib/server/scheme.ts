import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_SECONDS = 31_536_000;

/** `POST /scheme`: remembers the colours a visitor chose, without any script, and leads back to where they were. */
export async function chooseScheme(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of req) {
    body += String(chunk);
    if (body.length > 200) break;
  }
  const chosen = new URLSearchParams(body).get("scheme");
  const cookie = chosen === "light" || chosen === "dark" || chosen === "auto" ? `scheme=${chosen}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax` : "scheme=; Path=/; Max-Age=0; SameSite=Lax";
  res.writeHead(303, { Location: backTo(req.headers.referer), "Set-Cookie": cookie, "Cache-Control": "no-store", "Content-Length": "0" }).end();
}

/** The path of the page the form stood on, never another host. */
function backTo(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return "/";
  const { pathname, search } = new URL(referer);
  return pathname.startsWith("//") ? "/" : pathname + search;
}
