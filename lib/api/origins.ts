import { engine } from "../core/operation";
import { remembered } from "../core/remembered";
import { settingKeys } from "../core/settings";
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

/** The origins that the option lists; remembered until it changes. */
function listedOrigins(): Promise<ReadonlySet<string>> {
  const { reader } = engine();
  return remembered(reader, "listed origins", { cacheKeys: settingKeys("api_allowed_origins") }, async () => {
    const listed = await readOption(reader, "api_allowed_origins");
    // Every sandboxed page and file has the origin "null".
    return new Set(
      listed
        .split(/[\s,]+/)
        .map(originOf)
        .filter((each) => /^https?:\/\//.test(each)),
    );
  });
}

/** Whether the option lists this origin; an option that cannot be read lists none. */
async function isListed(origin: string): Promise<boolean> {
  const listed = await listedOrigins().catch(() => null);
  return listed?.has(origin) ?? false;
}

/**
 * CORS: pages of other origins may read answers only when the option `api_allowed_origins` lists them. Without
 * credentials, since the API reads no cookies.
 */
export async function originHeaders(origin: string): Promise<Record<string, string>> {
  const isShown = await isListed(origin);
  return {
    vary: "Origin",
    ...(isShown && { "access-control-allow-origin": origin, "access-control-expose-headers": READABLE }),
  };
}

/** The headers that answer a preflight of a listed origin, beside those above. */
export const preflightHeaders = (request: Request, { status, headers }: Reply): Record<string, string> =>
  request.method === "OPTIONS" && status === 204 && request.headers.has("access-control-request-method")
    ? {
        "access-control-allow-methods": headers.allow ?? "",
        "access-control-allow-headers": SENDABLE,
        "access-control-max-age": String(PREFLIGHT_SECONDS),
      }
    : {};
