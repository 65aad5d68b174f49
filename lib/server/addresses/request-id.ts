import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { env } from "../../core/env";

const ids = new WeakMap<IncomingMessage, string>();

/** What a request is called in the log and in refusals: as a trusted proxy calls it, or by a new name. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req);
  if (known !== undefined) return known;
  const given = env.trustProxy > 0 ? req.headers["x-request-id"] : undefined;
  const id = typeof given === "string" && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
  ids.set(req, id);
  return id;
}
