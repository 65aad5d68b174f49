import { z } from "zod";
import { id, instantIn, instantOut, pageInput, pageOf, text } from "../../core/fields";
import { locales } from "../../core/languages";

const filters = {
  operation: text(100).optional().describe("The operation's name, such as updatePost."),
  actorId: id.optional(),
  actor: text(255).optional().describe("The actor's name."),
  subject: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,50}(:[A-Za-z0-9-]{1,50})?$/, "Use a kind such as post, or one record such as post:12.")
    .optional(),
  from: instantIn.optional(),
  to: instantIn.optional().describe("Before this time."),
};
/** What a keyword finds besides what is stored, which is in English. */
const spoken = {
  locale: z
    .enum(locales)
    .optional()
    .describe("The keyword is looked for in what the dashboard says in this language, too."),
  named: z
    .array(text(100))
    .max(1000)
    .optional()
    .describe("With a keyword: operations all of whose lines are found, since the reader's name for them contains it."),
};
export const logFilter = z.strictObject({ ...pageInput(["id"]), ...filters, ...spoken });

/** The most lines of an export that are read at once. */
export const exportPage = 1000;
/** A page of an export: the lines after one, oldest first. */
export const logExport = z.strictObject({ ...filters, ...spoken, keyword: text(100).optional(), after: id.optional() });

/** Who and what the log tells of. */
export const logSources = z.object({ actors: z.array(z.string()), operations: z.array(z.string()) });

/** One line of the audit log. */
const logEntry = z.object({
  id,
  operation: z.string(),
  actorId: id.nullable(),
  actorName: z.string(),
  subject: z.string().nullable(),
  summary: z.string(),
  createTime: instantOut,
});
export const logPage = pageOf(logEntry);
export const logLines = z.array(logEntry);
export type LogEntry = z.output<typeof logEntry>;
export type LogFilters = z.input<typeof logFilter>;
