import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Actor } from "../core/access";
import { AppError, invalid } from "../core/errors";
import type { Beside, Operation } from "../core/operation";
import { refusal } from "./action";
import { readSession } from "./actor";
import { answeredOnce } from "./keyed";
import type { Result } from "./result";

const sha256 = (...parts: string[]) => createHash("sha256").update(parts.join("\n")).digest("hex");

/** Makes something once for a key: asked again with it, finds what the first one made, whatever is sent then. */
export async function madeOnce<T extends { id: number }>(
  actor: Actor,
  purpose: string,
  sent: string,
  make: (keep: Beside<{ id: number }>) => Promise<T>,
  find: (id: number) => Promise<T>,
): Promise<T> {
  if (sent === "" || sent.length > 255) throw invalid("key", "wrong_format", "A key has 1 to 255 characters.");
  const keyed = { key: sha256(purpose, String(actor.id), sent), bodyHash: sha256(purpose) };
  return answeredOnce(
    actor,
    keyed,
    (keep) => make((db, made) => keep(db, String(made.id))),
    (id) => find(Number(id)),
  );
}

/**
 * Makes a server action of an operation that creates a record. Its answer may get lost: sent again with the same key,
 * the action answers the record that there is.
 */
export const createOnce =
  <I extends z.ZodType, O extends z.ZodType<{ id: number }>>(
    purpose: string,
    create: Operation<I, O>,
    find: (actor: Actor, id: number) => Promise<z.output<O>>,
  ) =>
  async ({ key, input }: { key: string; input: z.input<I> }): Promise<Result<z.output<O>>> => {
    try {
      const { actor, ended } = await readSession();
      if (ended || actor.id === null)
        throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
      const data = await madeOnce(
        actor,
        purpose,
        key,
        (keep) => create(actor, input, keep),
        (id) => find(actor, id),
      );
      return { ok: true, data };
    } catch (thrown) {
      return refusal(thrown);
    }
  };
