"use server";

import { action } from "../../../lib/doors/action";
import { cancelJob, retryJob } from "../../../lib/services/jobs/mutations";

export const cancelJobAction = action(cancelJob);
export const retryJobAction = action(retryJob);
