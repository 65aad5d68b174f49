import type { z } from "zod";
import type { postItem } from "../../lib/features/writing/schema";
import type { PostFilters } from "../../lib/features/writing/posts/schema";
import type { ListPlace } from "../resource/list-place";
import { shownOfTexts, textStates } from "../writing/list";

/** What its rows show of a post. */
export const shownOfPosts = [...shownOfTexts, "categories", "tags"] as const satisfies readonly (keyof z.output<
  typeof postItem
>)[];
export type ListedPost = Pick<z.output<typeof postItem>, (typeof shownOfPosts)[number]>;

/** The list of posts. */
export const postList: ListPlace<PostFilters> = {
  path: "/admin/posts",
  states: textStates,
  chips: ["category", "tag", "author"],
  finds: { category: "/admin/find/categories", tag: "/admin/find/tags" },
  sort: "createTime,desc",
};
