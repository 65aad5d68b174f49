import { procedure } from "../../../core/operation";
import { replyToComment, setCommentsState, setCommentStates } from "./mutations";
import { decided, decision } from "./schema";

/**
 * Decides on a comment where it stands, on the page of its text: approves it, with an answer where one was written, or
 * takes it away. Answers what to show then.
 */
export const decideOnComment = procedure("decideOnComment", {
  can: "manage comments",
  input: decision,
  output: decided,
  run: async ({ actor }, { commentId, state, content = "", seen: at }) => {
    const seen = at?.toISOString();
    if (state === "published" && content.trim() !== "")
      return { shown: (await replyToComment(actor, { content, parentId: commentId, approve: true, seen })).id };
    if (state === "published" && seen)
      await setCommentStates(actor, { items: [{ commentId, state, from: { state: "waiting", updateTime: seen } }] });
    else await setCommentsState(actor, { items: [commentId], state });
    return { shown: state === "published" ? commentId : null };
  },
});
