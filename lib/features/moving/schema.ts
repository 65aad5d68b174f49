import { z } from "zod";
import { id, shortText, text } from "../../core/fields";
import { postStatus } from "../writing/schema";

/** Identifies a file: the imported folder's name and the path within it, joined by `/`. */
const source = text(4096, 1);
/** Hexadecimal SHA-256 of the file's bytes. */
const hash = text(64, 64);

export const importLookup = z.strictObject({
  source,
  slug: text(255).nullable().describe("The address the file asks for."),
});

/** What an import knows of one file before it begins. */
export const importState = z.object({
  known: z
    .object({ postId: id, hash: z.string(), status: postStatus, wasLive: z.boolean() })
    .nullable()
    .describe("What an earlier import made of this file."),
  atAddress: z
    .object({ postId: id, title: z.string(), originalContent: z.string() })
    .nullable()
    .describe("The post that has the address already."),
});

export const importMemory = z.strictObject({ source, hash, postId: id });

export const importAuthorName = z.strictObject({
  username: shortText.optional().describe("Without it: the first ADMIN."),
});
export const importAuthor = z.object({ id, username: z.string() });

export type ImportState = z.output<typeof importState>;
