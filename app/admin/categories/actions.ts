"use server";

import {
  createCategory,
  deleteCategory,
  updateCategories,
  updateCategory,
} from "../../../lib/features/taxonomy/categories/mutations";
import { action } from "../../../lib/doors/action";

export const createCategoryAction = action(createCategory);
export const updateCategoryAction = action(updateCategory);
export const updateCategoriesAction = action(updateCategories);
export const deleteCategoryAction = action(deleteCategory);
