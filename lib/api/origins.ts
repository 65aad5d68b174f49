import { engine } from "../core/operation";
import { readOption } from "../options/queries";

/** Headers of an answer that a page of another origin may read. */
const READABLE = "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count";
/** Headers that it may send. */
const SENDABLE = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Content-Password, X-Current-Password";
/** How long a browser remembers what a preflight answered. */
const PREFLIGHT_SECONDS = 600;

const originOf = (listed: string) => (URL.canParse(listed) ? new URL(listed).origin : listed);

/** Whether the owner lets pages of this origin call the API; what cannot be read lists nobody. */
async function isListed(origin: string): Promise<boolean> {
  // "null" is what every sandboxed page and file says of itself.
  if (!/^https?:\/\//.test(origin)) return false;
  const listed = await readOption(engine().reader, "api_allowed_origins").catch(() => "");
  return listed.split(/[\s,]+/).some((each) => originOf(each) === origin);
}

/**
 * Adds what browsers ask for (CORS) before they show an answer to a page of another origin: nothing
 * unless the option `api_allowed_origins` lists it. No credentials: the API knows no cookies.
 */
export async function withOrigin(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const origin = request.headers.get("origin");
  const response = await answer();
  if (origin === null) return response;
  const { headers } = response;
  headers.append("vary", "Origin");
  if (!(await isListed(origin))) return response;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", READABLE);
  if (request.method === "OPTIONS" && response.status === 204 && request.headers.has("access-control-request-method")) {
    headers.set("access-control-allow-methods", headers.get("allow") ?? "");
    headers.set("access-control-allow-headers", SENDABLE);
    headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
  }
  return response;
}
