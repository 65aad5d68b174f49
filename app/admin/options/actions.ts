"use server";

import { movingAction } from "../../../lib/doors/action";
import { setOptions } from "../../../lib/features/options/mutations";

export const setOptionsAction = movingAction(setOptions);
