import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { unlock } from "../guesses";
import { findPost } from "./queries";
import * as shape from "../schema";

/** Checks a password for a protected post; answers the proofs that open it from now on. */
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
