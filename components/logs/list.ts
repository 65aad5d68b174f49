import type { LogFilters } from "../../lib/features/logs/schema";
import type { ListPlace } from "../resource/list-place";

/** The audit log. */
export const logPlace: ListPlace<LogFilters> = {
  path: "/admin/logs",
  chips: ["actor", "operation", "subject"],
  days: { from: "from", to: "to" },
  sort: "id,desc",
  size: 50,
};
