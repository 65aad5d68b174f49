import type { z } from "zod";
import type { Tag, tagSearch } from "../../lib/features/taxonomy/tags/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows show of a tag. */
export const shownOfTags = [
  "id",
  "name",
  "slug",
  "color",
  "series",
  "postCount",
  "createTime",
] as const satisfies readonly (keyof Tag)[];
export type ListedTag = Pick<Tag, (typeof shownOfTags)[number]>;
export type TagFilters = z.input<typeof tagSearch>;

/** The list of tags by name. */
export const tagList: ListPlace<TagFilters> = { path: "/admin/tags", sort: "name,asc", size: 50 };
