"use server";

import { action } from "../../../lib/doors/action";
import { setOptions } from "../../../lib/options/mutations";

export const setOptionsAction = action(setOptions);
