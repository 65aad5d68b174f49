"use server";

import { action } from "../../../lib/doors/action";
import { setOptions } from "../../../lib/features/options/mutations";

export const setOptionsAction = action(setOptions);
