"use server";

import { action } from "../../../lib/doors/action";
import { updateProfile } from "../../../lib/features/accounts/users/profile";

export const updateProfileAction = action(updateProfile);
