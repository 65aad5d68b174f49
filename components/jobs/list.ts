import type { Job, JobFilters } from "../../lib/services/jobs/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows and its log show of a job. */
export const shownOfJobs = [
  "id",
  "kind",
  "title",
  "state",
  "runAt",
  "attempts",
  "cancelWanted",
  "progressDone",
  "progressTotal",
  "log",
  "createTime",
  "startTime",
  "endTime",
] as const satisfies readonly (keyof Job)[];
export type ListedJob = Pick<Job, (typeof shownOfJobs)[number]>;

/** The list of jobs. */
export const jobPlace: ListPlace<JobFilters> = {
  path: "/admin/jobs",
  states: { by: "state", names: ["", "RUNNING", "WAITING", "FAILED", "DONE", "CANCELLED"] },
  sort: "id,desc",
};
