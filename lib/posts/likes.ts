import { LRUCache } from "lru-cache";
import { notFound } from "../core/errors";
import { query } from "../core/operation";
import { shared } from "../core/shared";
import { countUp } from "./counters";
import { withPasswordCounted } from "../drafts/guesses";
import { findPost } from "./queries";
import * as shape from "./schema";
import { isLockedFor } from "./visibility";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Who has liked what today; an address counts once a day for a post. */
const liked = shared("liked-posts", () => new LRUCache<string, true>({ max: 50_000, ttl: DAY_MS }));

/** Likes a post a visitor can read; the count is written with the next flush, so this writes nothing itself. */
export const likePost = query("likePost", {
  can: "read the site",
  input: shape.postRef,
  output: shape.likes,
  reads: () => [],
  run: async ({ db, actor }, { postId }) => {
    const post = await findPost(db, actor, "address", { postId });
    if (!post) throw notFound();
    const { locked } = await withPasswordCounted(actor, `post:${postId}`, async () => ({ locked: isLockedFor(actor, post, post.locks) }));
    if (locked) throw notFound();
    const key = `${actor.ip}:${postId}`;
    if (actor.ip !== null && liked.has(key)) return { likes: post.likes };
    liked.set(key, true);
    countUp(postId, "likes");
    return { likes: post.likes + 1 };
  },
});
