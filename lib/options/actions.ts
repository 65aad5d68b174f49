"use server";

import { action } from "../doors/action";
import { createOption, deleteOption, setOptions, updateOption } from "./mutations";

export const createOptionAction = action(createOption);
export const updateOptionAction = action(updateOption);
export const setOptionsAction = action(setOptions);
export const deleteOptionAction = action(deleteOption);
