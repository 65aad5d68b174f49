import type { ExportItem } from "../../lib/features/moving/exports/schema";
import type { Job } from "../../lib/services/jobs/schema";
import type { ListPlace, WholeList } from "../resource/list-place";

export type ListedExport = ExportItem & { id: number };

/** The job that writes an export. */
export type ExportJob = Pick<
  Job,
  "id" | "title" | "state" | "progressDone" | "progressTotal" | "cancelWanted" | "log" | "startTime"
>;

/** The list of finished exports. */
export const exportPlace: ListPlace<WholeList> = {
  path: "/admin/tools/move-out",
  searches: false,
  sort: "createTime,desc",
};
