import { createHash } from "node:crypto";
import type { Actor } from "../core/access";
import { AppError } from "../core/errors";
import type { Received, Reply, Route } from "../doors/endpoint";
import { hasBody, readText } from "../doors/json-body";
import { receiveUpload } from "../doors/multipart";
import { keepAnswer, releaseKey, reserveKey } from "../idempotency/mutations";

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** What a request holds, read once and sent on: of a cloned stream that is refused half-way neither half would ever end. */
async function readOnce(route: Route, received: Received): Promise<{ bodyHash: string; again: Received; discard?: () => Promise<void> }> {
  const { method, headers } = received.request;
  if (route.manner.upload) {
    const upload = await receiveUpload(received.request);
    return { bodyHash: upload.digest, again: { ...received, upload }, discard: upload.discard };
  }
  const body = hasBody(received.request) ? await readText(received.request) : "";
  return { bodyHash: sha256(body), again: { ...received, request: new Request(received.url, { method, headers, ...(body !== "" && { body }) }) } };
}

/** Answers a repeated `Idempotency-Key` with the first answer instead of doing the work again. */
export async function once(actor: Actor, sent: string, route: Route, received: Received, answer: (actor: Actor, received: Received) => Promise<Reply>): Promise<Reply> {
  if (sent.length > 255) throw new AppError("invalid", "An Idempotency-Key may hold 255 characters at most.");
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  const { bodyHash, again, discard } = await readOnce(route, received);
  try {
    const { state, answer: first } = await reserveKey(actor, { key, bodyHash });
    if (state === "other") throw new AppError("conflict", "This Idempotency-Key was used with another body.");
    if (state === "running") throw new AppError("conflict", "The first request with this Idempotency-Key is still running.");
    if (first !== null) return JSON.parse(first) as Reply;
    try {
      const made = await answer(actor, again);
      await keepAnswer(actor, { key, answer: JSON.stringify(made) });
      return made;
    } catch (error) {
      // A refusal may be corrected and sent again with the same key.
      await releaseKey(actor, { key });
      throw error;
    }
  } finally {
    await discard?.();
  }
}
