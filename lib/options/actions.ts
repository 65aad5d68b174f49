"use server";

import { movingAction } from "../doors/action";
import { createOption, deleteOption, setOptions, updateOption } from "./mutations";

export const createOptionAction = movingAction(createOption);
export const updateOptionAction = movingAction(updateOption);
export const setOptionsAction = movingAction(setOptions);
export const deleteOptionAction = movingAction(deleteOption);
