import { mutation } from "../../../core/operation";
import * as revisionShape from "../revision-schema";
import * as shape from "../schema";
import { writing } from "./writing";

/** Returns to the text that readers see; the working text is kept as a revision. */
export const discardWorkingText = mutation("discardWorkingText", {
  can: "write posts",
  input: revisionShape.workingTextDiscard,
  output: shape.post,
  touches: () => [],
  about: ({ postId }, post) => ({ subject: `post:${postId}`, summary: `discarded changes of ${post.title}` }),
  prepare: ({ postId, expectedVersion }, actor) => writing.prepareChange(postId, actor, expectedVersion),
  run: (context, _input, prepared) => writing.discardWorkingText(context, prepared),
});
