import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReadScope } from "../../core/cache-keys";
import { AppError, hasLostConnection } from "../../core/errors";
import { canonical, isOfApi, isPublicPage, isSharedRead, variantOf } from "../addresses/addresses";
import { endWith } from "../answers/sending";
import type { PageCache } from "./page-cache";
import { encodingOf } from "./packing";
import { refuseForNow, withoutDatabase } from "../answers/unavailable";

/** An answer could not be made, since the database does not answer. */
class CutOff extends AppError {
  constructor() {
    super("unavailable", withoutDatabase.detail, { retryAfter: withoutDatabase.retryAfter });
  }
}

/** Throws why an answer was not made, where that ends in a while; the framework answers 500 to all that is thrown. */
export function requireMade({ isCutOff: isAlone, refusal }: ReadScope, hasFailed: boolean, isRead = true): void {
  if (isAlone && (isRead || hasFailed)) throw new CutOff();
  if (refusal && hasFailed) throw refusal;
}

export const isCutOff = (thrown: unknown): boolean => thrown instanceof CutOff || hasLostConnection(thrown);

/** The key of a request's kept answer; null where there can be none. */
function keyOf({ method, url = "/", headers }: IncomingMessage): string | null {
  const path = url.split("?", 1)[0] ?? "/";
  if (isSharedRead(method, path, headers)) return canonical(url);
  if ((method !== "GET" && method !== "HEAD") || isOfApi(path) || !isPublicPage(path)) return null;
  const variant = variantOf(headers.cookie, url);
  return variant === null ? null : variant + canonical(url);
}

/** Answers without the database: a kept answer, marked as possibly old, and 503 to all else. */
export async function answerCutOff(cache: PageCache, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const key = keyOf(req);
  const old = key === null ? null : await cache.old(key, encodingOf(req.headers["accept-encoding"]));
  if (!old) return refuseForNow(req, res, withoutDatabase);
  const { status, headers, body } = old.answer;
  // The API and pages write the names of headers differently.
  const isCaching = (i: number) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === "cache-control";
  const marked = headers.map((value, i) => (isCaching(i) ? "no-store" : value));
  res.writeHead(status, [...marked, "Age", String(old.age)]);
  if (req.method === "HEAD") res.end();
  else endWith(req, res, body);
}
