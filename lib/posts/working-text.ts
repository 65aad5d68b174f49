import { eq } from "drizzle-orm";
import { posts } from "../../db/schema";
import { mutation } from "../core/operation";
import { forChange, whole } from "./changing";
import { keepWorkingText, noWorkingText } from "./saves";
import * as drafts from "../drafts/schema";
import * as shape from "./schema";

/** Returns to the text that readers see; the working text is kept as a revision. */
export const discardWorkingText = mutation("discardWorkingText", {
  can: "write posts",
  input: drafts.workingTextDiscard,
  output: shape.post,
  touches: () => [],
  about: ({ postId }, post) => ({ subject: `post:${postId}`, summary: `discarded changes of ${post.title}` }),
  run: async ({ db, actor, now }, { postId, expectedVersion }) => {
    const before = await forChange(db, actor, postId, expectedVersion);
    if (!before.inProgress) return whole(db, actor, postId);
    await keepWorkingText(db, actor, before, now);
    await db
      .update(posts)
      .set({ ...noWorkingText, updateTime: now, version: before.version + 1 })
      .where(eq(posts.id, postId));
    return whole(db, actor, postId);
  },
});
