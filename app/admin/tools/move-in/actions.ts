"use server";

import { action } from "../../../../lib/doors/action";
import { cancelImport, resumeImport, undoImport } from "../../../../lib/features/moving/imports/mutations";
import { startAgain } from "../../../../lib/features/moving/imports/sending";

export const startAgainAction = action(startAgain);
export const cancelImportAction = action(cancelImport);
export const resumeImportAction = action(resumeImport);
export const undoImportAction = action(undoImport);
