"use server";

import { action } from "../../../lib/doors/action";
import { previewAppearance } from "../../../lib/features/options/preview";

export const previewAppearanceAction = action(previewAppearance);
