import { z } from "zod";
import { flag, id, instantOut, longText, pageInput } from "../../core/fields";
import { author } from "../writing/schema";

const journalType = z.enum(["INTIMATE", "PUBLIC"]);

const journalFields = {
  sourceContent: longText,
  content: longText.nullish(),
  keepRaw: flag.nullish(),
  type: journalType.nullish(),
};

export const newJournal = z.strictObject(journalFields);
export const journalChanges = z.strictObject({ ...journalFields, id });
export const journalRef = z.strictObject({ id });

/** A journal in the dashboard. */
export const journal = z.object({
  id,
  type: journalType,
  sourceContent: z.string(),
  content: z.string().describe("Sanitised HTML."),
  keepRaw: z.boolean(),
  url: z.string().describe("Path on this site."),
  likes: z.int(),
  commentCount: z.int().describe("Comments that readers see."),
  authorId: id.nullable(),
  author: author.nullable(),
  createTime: instantOut,
  updateTime: instantOut,
});

/** A journal as strangers see it. */
export const publicJournal = journal.omit({ sourceContent: true, keepRaw: true, authorId: true });

export const journalSorts = ["id", "createTime", "updateTime", "likes"] as const;
export const journalFilters = z.strictObject({ ...pageInput(journalSorts), type: journalType.optional() });
export const publicJournalFilters = z.strictObject(pageInput(["createTime", "likes"]));

export type PublicJournal = z.output<typeof publicJournal>;
