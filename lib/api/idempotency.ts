import { createHash } from "node:crypto";
import type { Actor } from "../core/access";
import { AppError } from "../core/errors";
import type { Received, Reply } from "../doors/endpoint";
import { hasBody, readText } from "../doors/json-body";
import { keepAnswer, releaseKey, reserveKey } from "../idempotency/mutations";

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Answers a repeated `Idempotency-Key` with the first answer instead of doing the work again. */
export async function once(actor: Actor, sent: string, received: Received, answer: (actor: Actor, received: Received) => Promise<Reply>): Promise<Reply> {
  if (sent.length > 255) throw new AppError("invalid", "An Idempotency-Key may hold 255 characters at most.");
  const { method, headers } = received.request;
  const body = hasBody(received.request) ? await readText(received.request) : "";
  // Read once and sent on: of a cloned stream that is refused half-way neither half would ever end.
  const again = { ...received, request: new Request(received.url, { method, headers, ...(body !== "" && { body }) }) };
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  const { state, answer: first } = await reserveKey(actor, { key, bodyHash: sha256(body) });
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
}
