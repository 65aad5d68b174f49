import { engine } from "../core/operation";
import type { Reply } from "../doors/endpoint";
import { readOption } from "../services/settings/reading";

/** Headers that a page of another origin may read. */
const READABLE = "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count";
/** Headers that it may send. */
const SENDABLE =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Content-Password, X-Current-Password";
/** How long a browser remembers a preflight, in seconds. */
const PREFLIGHT_SECONDS = 600;

const originOf = (listed: string) => (URL.canParse(listed) ? new URL(listed).origin : listed);

/** Whether the option lists this origin; an option that cannot be read lists none. */
async function isListed(origin: string): Promise<boolean> {
  // Every sandboxed page and file has the origin "null".
  if (!/^https?:\/\//.test(origin)) return false;
  const listed = await readOption(engine().reader, "api_allowed_origins").catch(() => "");
  return listed.split(/[\s,]+/).some((each) => originOf(each) === origin);
}

/**
 * CORS: pages of other origins may read answers only when the option `api_allowed_origins` lists them. Without
 * credentials, since the API reads no cookies.
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
