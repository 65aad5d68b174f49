import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { unlock } from "../guesses";
import { findPost } from "./queries";
import * as shape from "../schema";

/** Checks a protected post's password; returns the proofs that open it. */
export const unlockPost = query("unlockPost", {
  can: "read the site",
  input: shape.unlocking,
  output: shape.unlocked,
  reads: () => [],
  run: async ({ db, actor }, { slug, password }) => {
    const post = await findPost(db, actor, "address", { slug });
    if (!post) throw notFound();
    return unlock(actor, `post:${post.id}`, post.locks, password);
  },
});
