import { createHash } from "node:crypto";
import type { Actor } from "../core/access";
import { AppError } from "../core/errors";
import type { Beside } from "../core/operation";
import { shared } from "../core/shared";
import { type Received, type Reply, type Route, uploadParts } from "../doors/endpoint";
import { answeredOnce } from "../doors/keyed";
import { hasBody, readText } from "../doors/json-body";
import { receiveUpload } from "../doors/multipart";
import { takeKeptAnswer } from "../services/limits/change-pace";

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Reads the body once and passes it on: of a cloned stream that is refused half-way, neither half would end. */
async function readOnce(
  route: Route,
  received: Received,
): Promise<{ bodyHash: string; again: Received; discard?: () => Promise<void> }> {
  const { method, headers } = received.request;
  if (route.manner.upload) {
    const upload = await receiveUpload(received.request, uploadParts(route.manner));
    return { bodyHash: upload.digest, again: { ...received, upload }, discard: upload.discard };
  }
  const body = hasBody(received.request) ? await readText(received.request) : "";
  return {
    bodyHash: sha256(body),
    again: { ...received, request: new Request(received.url, { method, headers, ...(body !== "" && { body }) }) },
  };
}

/** Keys whose first request is still running. In memory, so that a server that dies leaves none behind. */
const running = shared("idempotency-running", () => new Set<string>());

type Answer = (actor: Actor, received: Received, keep: Beside<Reply>) => Promise<Reply>;

/** Answers a repeated `Idempotency-Key` with the first answer instead of repeating the work. */
export async function once(
  actor: Actor,
  sent: string,
  route: Route,
  received: Received,
  answer: Answer,
): Promise<Reply> {
  if (sent.length > 255) throw new AppError("invalid", "An Idempotency-Key may have at most 255 characters.");
  const key = sha256(String(actor.id ?? actor.ip), received.url.pathname + received.url.search, sent);
  await takeKeptAnswer(actor);
  const { bodyHash, again, discard } = await readOnce(route, received);
  try {
    if (running.has(key))
      throw new AppError(
        "conflict",
        "The first request with this Idempotency-Key is still running. Please try again in a moment.",
        { reason: "key_used" },
      );
    running.add(key);
    try {
      return await answeredOnce(
        actor,
        { key, bodyHash },
        (keep) => answer(actor, again, (db, made) => keep(db, JSON.stringify(made))),
        (kept) => JSON.parse(kept) as Reply,
      );
    } finally {
      running.delete(key);
    }
  } finally {
    await discard?.();
  }
}
