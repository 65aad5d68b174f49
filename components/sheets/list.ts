import type { z } from "zod";
import type { SheetFilters, sheetItem } from "../../lib/features/writing/sheets/schema";
import type { ListPlace } from "../resource/list-place";
import { shownOfTexts, textStates } from "../writing/list";

export type ListedSheet = Pick<z.output<typeof sheetItem>, (typeof shownOfTexts)[number]>;

/** The list of sheets, whose rows show what those of posts and sheets show alike. */
export const sheetList: ListPlace<SheetFilters> = {
  path: "/admin/sheets",
  states: textStates,
  sort: "createTime,desc",
};
