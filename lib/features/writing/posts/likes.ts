import { notFound } from "../../../core/errors";
import { query } from "../../../core/operation";
import { pendingLikes } from "../counters";
import { withPasswordCounted } from "../guesses";
import { like } from "../likes";
import { findPost } from "./queries";
import * as shape from "../schema";
import { isLockedFor } from "../../visibility/texts";

/** Likes a post that a visitor can read; only counts in memory until the next flush. */
export const likePost = query("likePost", {
  can: "read the site",
  input: shape.postRef,
  output: shape.likes,
  reads: () => [],
  run: async ({ db, actor }, { postId }) => {
    const post = await findPost(db, actor, "address", { postId });
    if (!post) throw notFound();
    const { locked } = await withPasswordCounted(actor, `post:${postId}`, async () => ({
      locked: isLockedFor(actor, post, post.locks),
    }));
    if (locked) throw notFound();
    return like(actor, `post:${postId}`, post.likes + pendingLikes(`post:${postId}`));
  },
});
