"use server";

import {
  createCategory,
  deleteCategory,
  placeCategories,
  updateCategory,
} from "../../../lib/features/taxonomy/categories/mutations";
import { action } from "../../../lib/doors/action";

export const createCategoryAction = action(createCategory);
export const updateCategoryAction = action(updateCategory);
export const placeCategoriesAction = action(placeCategories);
export const deleteCategoryAction = action(deleteCategory);
