import type { z } from "zod";
import type { postItem } from "../../lib/features/writing/schema";

type Item = z.output<typeof postItem>;

/** What the rows of posts and of sheets show alike. */
export const shownOfTexts = [
  "id",
  "title",
  "url",
  "status",
  "createTime",
  "topPriority",
  "inProgress",
  "locked",
  "visits",
  "author",
] as const satisfies readonly (keyof Item)[];

/** Their tabs. */
export const textStates = {
  by: "state",
  names: ["all", "published", "drafts", "scheduled", "private", "bin"],
} as const;

/** A row of either. */
export type ListedText = Pick<Item, (typeof shownOfTexts)[number]> & { categories?: readonly { name: string }[] };
