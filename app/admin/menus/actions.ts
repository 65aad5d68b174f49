"use server";

import { action } from "../../../lib/doors/action";
import { createMenu, deleteMenu, placeMenus, updateMenu } from "../../../lib/features/menus/mutations";

export const createMenuAction = action(createMenu);
export const updateMenuAction = action(updateMenu);
export const placeMenusAction = action(placeMenus);
export const deleteMenuAction = action(deleteMenu);
