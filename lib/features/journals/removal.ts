import { journals } from "../../../db/schema";
import { removable } from "../removals/removable";

export const journalRemoval = removable({
  kind: "journal",
  table: journals,
  can: "write journals",
  owned: { column: "authorId", others: "edit every post" },
  nameOf: ({ sourceContent }) => sourceContent.trim().replace(/\s+/g, " ").slice(0, 200),
  touches: (ids) => ["journals", ...ids.map((id) => `journal:${id}`)],
});
