"use server";

import { action } from "../doors/action";
import { createCategory, deleteCategory, updateCategories, updateCategory } from "./mutations";

export const createCategoryAction = action(createCategory);
export const updateCategoryAction = action(updateCategory);
export const updateCategoriesAction = action(updateCategories);
export const deleteCategoryAction = action(deleteCategory);
