"use server";

import { action } from "../../../lib/doors/action";
import { deleteFollowers } from "../../../lib/features/followers/mutations";

export const deleteFollowersAction = action(deleteFollowers);
