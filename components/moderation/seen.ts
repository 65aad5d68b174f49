import type { CommentState } from "../../lib/features/comments/schema";
import type { ListedComment } from "./list";

type Seen = { state: CommentState; updateTime: string };
const seen = new Map<number, Seen>();

/** Notes what a list shows of comments. */
export const noteSeen = (rows: readonly ListedComment[]): void => {
  for (const { id, state, updateTime } of rows) seen.set(id, { state, updateTime: updateTime.toISOString() });
};

/** What was last shown of a comment: whoever approves it makes these words public, and no others of its author. */
export const seenOf = (commentId: number): Seen | undefined => seen.get(commentId);
