import type { Removal, RemovalFilters } from "../../lib/features/removals/schema";
import type { ListPlace } from "../resource/list-place";

/** What a row shows of a deletion. */
export const shownOfRemovals = [
  "id",
  "kind",
  "name",
  "actorName",
  "removedTime",
  "keptUntil",
] as const satisfies readonly (keyof Removal)[];
export type ListedRemoval = Pick<Removal, (typeof shownOfRemovals)[number]>;

export const removalList: ListPlace<RemovalFilters> = {
  path: "/admin/deleted",
  chips: ["kind"],
  sort: "removedTime,desc",
};
