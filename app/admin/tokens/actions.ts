"use server";

import { action } from "../../../lib/doors/action";
import { createPersonalToken, deletePersonalToken } from "../../../lib/features/accounts/tokens/personal-tokens";

export const createTokenAction = action(createPersonalToken);
export const deleteTokenAction = action(deletePersonalToken);
