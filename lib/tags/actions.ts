"use server";

import { action } from "../doors/action";
import { mergeTags } from "./merging";
import { createTag, deleteTag, updateTag } from "./mutations";

export const createTagAction = action(createTag);
export const updateTagAction = action(updateTag);
export const deleteTagAction = action(deleteTag);
export const mergeTagsAction = action(mergeTags);
