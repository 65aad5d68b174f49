import { engine } from "../core/operation";
import type { Reply } from "../doors/endpoint";
import { readOption } from "../services/settings/reading";

/** Headers of an answer that a page of another origin may read. */
const READABLE = "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count";
/** Headers that it may send. */
const SENDABLE =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Content-Password, X-Current-Password";
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
 * What browsers ask for (CORS) before they show an answer to a page of another origin: nothing
 * unless the option `api_allowed_origins` lists it. No credentials: the API knows no cookies.
 */
export async function originHeaders(
  request: Request,
  origin: string,
  { status, headers }: Reply,
): Promise<Record<string, string>> {
  const vary = { vary: "Origin" };
  if (!(await isListed(origin))) return vary;
  const isPreflight =
    request.method === "OPTIONS" && status === 204 && request.headers.has("access-control-request-method");
  return {
    ...vary,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": READABLE,
    ...(isPreflight && {
      "access-control-allow-methods": headers.allow ?? "",
      "access-control-allow-headers": SENDABLE,
      "access-control-max-age": String(PREFLIGHT_SECONDS),
    }),
  };
}
