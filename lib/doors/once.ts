import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Actor } from "../core/access";
import { AppError, invalid } from "../core/errors";
import type { Beside } from "../core/operation";
import { createPost } from "../posts/mutations";
import { getPost } from "../posts/queries";
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

type NewDraft = z.input<typeof createPost.input>;
type Draft = z.output<typeof createPost.output>;

/** The first save of a new post. Its answer may get lost: sent again with the same key it answers the draft there is. */
export async function createDraft({ key, draft }: { key: string; draft: NewDraft }): Promise<Result<Draft>> {
  try {
    const { actor, ended } = await readSession();
    if (ended || actor.id === null)
      throw new AppError("unauthenticated", "Your sign-in has ended. Please sign in again.");
    return {
      ok: true,
      data: await madeOnce(
        actor,
        "draft",
        String(key),
        (keep) => createPost(actor, draft, keep),
        (postId) => getPost(actor, { postId }),
      ),
    };
  } catch (thrown) {
    return refusal(thrown);
  }
}
