import { z } from "zod";
import { id, instantOut, label, longText, unique } from "../../core/fields";
import { optionGroups } from "../../core/settings";

const optionType = z.enum(["CUSTOM", "INTERNAL"]);
const key = label(100).describe("Known keys are checked and typed; others are free.");
const value = longText.nullish();
const type = optionType
  .nullish()
  .describe("INTERNAL: never shown to strangers. CUSTOM unless given for a key nobody knows.");

export const newOption = z.strictObject({ key, type, value });
export const optionPath = z.strictObject({ optionId: id });
export const optionChanges = newOption.extend(optionPath.shape);
/** Inserts or replaces by key. */
export const optionBatch = z.strictObject({ items: unique(newOption, (each) => each.key) });

export const option = z.object({
  id,
  key: z.string(),
  type: z.string().pipe(optionType),
  value: z.string(),
  createTime: instantOut,
  updateTime: instantOut,
});
export const publicOption = z.object({ key: z.string(), value: z.string() });

/** A known option with the data of its form field. */
export const setting = z.object({
  key: z.string(),
  group: z.enum(optionGroups),
  kind: z.enum(["text", "address", "number", "boolean", "choice"]),
  description: z.string(),
  value: z
    .string()
    .describe("As it is in force: the stored value, or the default. A secret is the mark that it is set."),
  fallback: z.string(),
  stored: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()).nullable(),
  secret: z.boolean(),
  public: z.boolean(),
});
