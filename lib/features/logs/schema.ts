import { z } from "zod";
import { id, instantIn, instantOut, pageInput, pageOf, text } from "../../core/fields";

export const logFilter = z.strictObject({
  ...pageInput(["id"]),
  operation: text(100).optional().describe("The operation's name, such as updatePost."),
  actorId: id.optional(),
  actor: text(255).optional().describe("The name under which somebody did it."),
  subject: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,50}(:[A-Za-z0-9-]{1,50})?$/, "Use a kind such as post, or one record such as post:12.")
    .optional(),
  from: instantIn.optional(),
  to: instantIn.optional().describe("Up to this moment, itself left out."),
});

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
