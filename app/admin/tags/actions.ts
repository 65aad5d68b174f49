"use server";

import { action } from "../../../lib/doors/action";
import { mergeTags } from "../../../lib/features/taxonomy/tags/merging";
import { createTag, deleteTags, updateTag } from "../../../lib/features/taxonomy/tags/mutations";
import { searchTags } from "../../../lib/features/taxonomy/tags/queries";

export const createTagAction = action(createTag);
export const updateTagAction = action(updateTag);
export const deleteTagsAction = action(deleteTags);
export const searchTagsAction = action(searchTags);
export const mergeTagsAction = action(mergeTags);
