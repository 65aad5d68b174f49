"use server";

import { action } from "../../../../lib/doors/action";
import { createExport, deleteExport } from "../../../../lib/features/moving/exports/mutations";
import { cancelJob } from "../../../../lib/services/jobs/mutations";

export const createExportAction = action(createExport);
export const deleteExportAction = action(deleteExport);
export const cancelExportAction = action(cancelJob);
