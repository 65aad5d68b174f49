import { z } from "zod";
import { flag, id, instantOut, pageInput, text } from "../../core/fields";
import { author } from "../writing/schema";

const journalType = z.enum(["INTIMATE", "PUBLIC"]);

/**
 * The longest note and its longest HTML, in characters: a list holds up to a hundred of them whole, and longer texts
 * are posts.
 */
export const [MOST_SOURCE, MOST_HTML] = [20_000, 60_000];

const journalFields = {
  sourceContent: text(MOST_SOURCE),
  content: text(MOST_HTML).nullish(),
  keepRaw: flag.nullish(),
  type: journalType.nullish().describe("PUBLIC unless given when creating; null in a change keeps it."),
};

export const newJournal = z.strictObject(journalFields);
/** `expectedVersion`: from the `If-Match` header, the version that the caller has read. */
export const journalChanges = z.strictObject({ ...journalFields, id, expectedVersion: z.int().optional() });
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
  commentCount: z.int().describe("The number of visible comments."),
  authorId: id.nullable(),
  author: author.nullable(),
  createTime: instantOut,
  updateTime: instantOut,
  version: z.int().describe("Raised by every change, for `If-Match`."),
});

/** A journal as strangers see it. */
export const publicJournal = journal.omit({ sourceContent: true, keepRaw: true, authorId: true, version: true });

export const journalSorts = ["id", "createTime", "updateTime", "likes"] as const;
export const journalFilters = z.strictObject({ ...pageInput(journalSorts), type: journalType.optional() });
export const publicJournalFilters = z.strictObject(pageInput(["createTime", "likes"]));

export type PublicJournal = z.output<typeof publicJournal>;
