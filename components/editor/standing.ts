import type { Post } from "../../lib/features/writing/schema";
import { shownState, type ShownState } from "../text-states/text-states";
import { type Fields, isLater } from "./edits";

export type NextStep = "publish" | "update" | "schedule" | "savePrivately" | "makePrivate";

/** A post's state; one that is not on the server yet is a draft. */
export const standingOf = (post: Pick<Post, "status" | "createTime"> | null, now: Date): ShownState =>
  post ? shownState(post, now) : "draft";

/** The main button's action, by the post's state and its fields. */
export function nextStep(
  post: Pick<Post, "status" | "createTime"> | null,
  { visibility, createTime }: Pick<Fields, "visibility" | "createTime">,
  now: Date,
): NextStep {
  const is = standingOf(post, now);
  if (visibility === "INTIMATE")
    return is === "private" ? "update" : is === "published" || is === "scheduled" ? "makePrivate" : "savePrivately";
  if (isLater(createTime))
    return is === "scheduled" && post?.createTime.getTime() === new Date(createTime).getTime() ? "update" : "schedule";
  return is === "published" ? "update" : "publish";
}
