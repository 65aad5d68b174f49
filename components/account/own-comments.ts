import type { OwnComment, OwnCommentFilters } from "../../lib/features/comments/queue/schema";
import type { ListPlace } from "../resource/list-place";

export const shownOfOwnComments = [
  "id",
  "state",
  "content",
  "createTime",
  "target",
] as const satisfies readonly (keyof OwnComment)[];

/** The comments that one wrote while signed in. */
export const ownCommentPlace: ListPlace<OwnCommentFilters> = {
  path: "/admin/profile/comments",
  sort: "createTime,desc",
};
