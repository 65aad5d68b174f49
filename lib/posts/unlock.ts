import { unlockAttempts } from "../core/attempts";
import { isUnlocked, proofOf } from "../content/locks";
import { AppError, notFound } from "../core/errors";
import { query } from "../core/operation";
import { sameSecret } from "../core/secrets";
import { guessesAt } from "./guesses";
import { findPost } from "./queries";
import * as shape from "./schema";

/** Checks a password for a protected post; answers the proofs that open it from now on. */
export const unlockPost = query("unlockPost", {
  can: "read the site",
  input: shape.unlocking,
  output: shape.unlocked,
  reads: () => [],
  run: async ({ db, actor }, { slug, password }) => {
    const post = await findPost(db, actor, "address", { slug });
    if (!post) throw notFound();
    const opened = await unlockAttempts.attempt(
      guessesAt(actor, post.id),
      async () => post.locks.filter((lock) => sameSecret(lock.password, password)),
      (locks) => (locks.length > 0 || post.locks.length === 0 ? "passed" : "failed"),
    );
    if (opened.length === 0 && post.locks.length > 0) {
      const message = "This is not the password.";
      throw new AppError("locked", message, { errors: [{ field: "password", code: "wrong_password", message }] });
    }
    const proofs = opened.map(proofOf);
    return { proofs, open: isUnlocked(post.locks, { ...actor, unlocks: [...actor.unlocks, ...proofs] }) };
  },
});
