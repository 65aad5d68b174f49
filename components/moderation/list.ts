import type { Block, BlockFilters } from "../../lib/features/comments/blocks/schema";
import type { QueuedComment, QueueFilters } from "../../lib/features/comments/queue/schema";
import type { ListPlace } from "../resource/list-place";

/** What a row shows of a comment. */
export const shownOfComments = [
  "id",
  "state",
  "author",
  "email",
  "authorUrl",
  "isAdmin",
  "ipAddress",
  "network",
  "content",
  "createTime",
  "updateTime",
  "parent",
  "depth",
  "target",
  "byAuthor",
] as const satisfies readonly (keyof QueuedComment)[];
export type ListedComment = Pick<QueuedComment, (typeof shownOfComments)[number]>;

/** The queue of comments: first those that wait. */
export const commentList: ListPlace<QueueFilters> = {
  path: "/admin/comments",
  states: { by: "state", names: ["waiting", "published", "spam", "bin", "all"] },
  chips: ["targetType", "target", "email", "address"],
  sort: "createTime,desc",
};

export const shownOfBlocks = [
  "id",
  "kind",
  "value",
  "reason",
  "blockedBy",
  "createTime",
] as const satisfies readonly (keyof Block)[];
export type ListedBlock = Pick<Block, (typeof shownOfBlocks)[number]>;

/** Whose comments are refused. */
export const blockList: ListPlace<BlockFilters> = {
  path: "/admin/comments/blocks",
  chips: ["kind"],
  sort: "createTime,desc",
};
