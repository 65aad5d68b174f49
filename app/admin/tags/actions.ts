"use server";

import { action } from "../../../lib/doors/action";
import { mergeTags } from "../../../lib/features/taxonomy/tags/merging";
import { createTag, deleteTag, updateTag } from "../../../lib/features/taxonomy/tags/mutations";

export const createTagAction = action(createTag);
export const updateTagAction = action(updateTag);
export const deleteTagAction = action(deleteTag);
export const mergeTagsAction = action(mergeTags);
