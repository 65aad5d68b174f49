"use server";

import { action } from "../../../lib/doors/action";
import { forgetRemoved, putBackRemovals, putBackRemoved } from "../../../lib/features/removals/mutations";

export const putBackRemovedAction = action(putBackRemoved);
export const putBackRemovalsAction = action(putBackRemovals);
export const forgetRemovedAction = action(forgetRemoved);
