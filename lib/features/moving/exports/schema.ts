import { z } from "zod";
import { flag, instantOut, text } from "../../../core/fields";

const name = text(100, 1).refine((value) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(value), {
  params: { code: "wrong_format" },
  error: "This is not the name of an export.",
});

const choices = {
  public: flag.optional().describe("Only what visitors may read."),
  personalData: flag.optional().describe("With the addresses and programs of people who wrote comments."),
};

export const newExport = z.strictObject(choices).refine((given) => !(given.public && given.personalData), {
  path: ["personalData"],
  params: { code: "wrong_value" },
  error: "A public export never holds personal data. Leave one of the two out.",
});
export const exportRef = z.strictObject({ name });
export const queuedExport = z.object({ name: z.string(), jobId: z.int() });

/** A finished export. */
const exportItem = z.object({
  name: z.string(),
  server: z.string().nullable().describe("The machine that has the file, of several; null where it is this one."),
  size: z.int().describe("Bytes."),
  createTime: instantOut,
  public: z.boolean(),
  personalData: z.boolean(),
});
export const exportList = z.array(exportItem);

/** What a server notes of an export for the others. */
export const notedExport = exportItem.omit({ name: true, server: true }).extend({ createTime: z.coerce.date() });

/** What a door needs to send a file. */
export const exportFile = z.object({ path: z.string(), name: z.string(), size: z.int(), mediaType: z.string() });

export const exportPayload = z.strictObject({ name, isPublic: flag, personalData: flag });

export type ExportItem = z.output<typeof exportItem>;
