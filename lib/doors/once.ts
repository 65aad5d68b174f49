import { createHash } from "node:crypto";
import type { z } from "zod";
import { type Actor, authorize } from "../core/access";
import { AppError, invalid } from "../core/errors";
import type { Beside, Operation } from "../core/operation";
import { refusal } from "./action";
import { readSession } from "./actor";
import { answeredOnce } from "./keyed";
import type { Result } from "./result";

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Makes something once per key: a repeated request finds the first result, whatever it sends. */
export async function madeOnce<T extends { id: number }>(
  actor: Actor,
  purpose: string,
  sent: unknown,
  make: (keep: Beside<{ id: number }>) => Promise<T>,
  find: (id: number) => Promise<T>,
): Promise<T> {
  if (typeof sent !== "string" || sent === "" || sent.length > 255)
    throw invalid("key", "wrong_format", "A key has 1 to 255 characters.");
  const keyed = { key: sha256(purpose, String(actor.id), sent), bodyHash: sha256(purpose) };
  return answeredOnce(
    actor,
    keyed,
    (keep) => make((db, made) => keep(db, String(made.id))),
    (id) => find(Number(id)),
  );
}

/**
 * Makes a server action of an operation that creates a record. Sent again with the same key after a lost answer, it
 * returns the existing record.
 */
export const createOnce =
  <I extends z.ZodType, O extends z.ZodType<{ id: number }>>(
    purpose: string,
    create: Operation<I, O>,
    find: (actor: Actor, id: number) => Promise<z.output<O>>,
  ) =>
  // An action may be called with anything, or with nothing.
  async (sent?: { key: string; input: z.input<I> } | null): Promise<Result<z.output<O>>> => {
    try {
      const { actor, ended } = await readSession();
      if (ended || actor.id === null)
        throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
      authorize(actor, create.can, create.kind);
      const data = await madeOnce(
        actor,
        purpose,
        sent?.key,
        (keep) => create(actor, sent?.input as z.input<I>, keep),
        (id) => find(actor, id),
      );
      return { ok: true, data };
    } catch (thrown) {
      return refusal(thrown);
    }
  };
