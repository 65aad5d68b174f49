import type { z } from "zod";
import type { ImportItem, ImportRecord, importList, importRecordList } from "../../lib/features/moving/imports/schema";
import type { ListPlace } from "../resource/list-place";

export type ImportFilters = z.input<typeof importList>;
export type RecordFilters = z.input<typeof importRecordList>;

/** What its rows show of an import. */
export const shownOfImports = [
  "id",
  "kind",
  "state",
  "dryRun",
  "source",
  "createTime",
  "endTime",
  "progressDone",
  "progressTotal",
  "summary",
  "stopped",
] as const satisfies readonly (keyof ImportItem)[];
export type ListedImport = Pick<ImportItem, (typeof shownOfImports)[number]> & { id: number };

/** A record of an import; its number is its place in the list. */
export type ListedRecord = Omit<ImportRecord, "id"> & { id: number; dryRun: boolean };

/** The imports, and dry runs of the last day. */
export const importPlace: ListPlace<ImportFilters> = {
  path: "/admin/tools/move-in",
  searches: false,
  sort: "id,desc",
};

/** The page of one import. */
export const pageOf = (importId: number | null): string => `${importPlace.path}/${importId}`;

/** The records of one import. */
export const recordPlace = (importId: number): ListPlace<RecordFilters> => ({
  path: pageOf(importId),
  searches: false,
  chips: ["kind", "outcome"],
  sort: "attention,asc",
});

export const isAtWork = ({ state, stopped }: Pick<ImportItem, "state" | "stopped">): boolean =>
  state === "WAITING" || (!stopped && (state === "RUNNING" || state === "UNDOING"));
