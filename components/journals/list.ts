import type { z } from "zod";
import type { journal, journalFilters } from "../../lib/features/journals/schema";
import type { ListPlace } from "../resource/list-place";

/** What its rows show of a journal. */
export const shownOfJournals = [
  "id",
  "type",
  "sourceContent",
  "content",
  "url",
  "likes",
  "commentCount",
  "author",
  "createTime",
] as const satisfies readonly (keyof z.output<typeof journal>)[];
export type ListedJournal = Pick<z.output<typeof journal>, (typeof shownOfJournals)[number]>;
export type JournalFilters = z.input<typeof journalFilters>;

/** The list of journals. */
export const journalList: ListPlace<JournalFilters> = {
  path: "/admin/journals",
  states: { by: "type", names: ["", "PUBLIC", "INTIMATE"] },
  sort: "createTime,desc",
};
