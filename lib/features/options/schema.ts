import { z } from "zod";
import { id, instantOut, label, longText, text, unique } from "../../core/fields";
import { optionGroups, optionKinds } from "../../core/setting-kinds";
import { keysOfGroup, known } from "../../core/settings";

const optionType = z.enum(["CUSTOM", "INTERNAL"]);
const key = label(100).describe("Known keys have a type and bounds; values of other keys are free.");
const value = longText.nullish();
const type = optionType
  .nullish()
  .describe("INTERNAL: never shown to visitors. Unknown keys are CUSTOM by default; null in a change keeps it.");

export const newOption = z.strictObject({ key, type, value });
export const optionPath = z.strictObject({ optionId: id });
export const optionChanges = newOption.extend(optionPath.shape);
/** Inserts or replaces by key. */
export const optionBatch = z.strictObject({ items: unique(newOption, (each) => each.key) });

/** The values of a group's settings, as its form holds them; secrets are sent by themselves. */
export const groupValues = (group: (typeof optionGroups)[number]): z.ZodType<unknown, Record<string, string>> =>
  z.strictObject(
    Object.fromEntries(
      keysOfGroup(group)
        .filter((key) => !known(key).secret)
        .map((key) => [key, known(key).schema]),
    ),
  );

/** A secret that somebody types. */
export const secretValue = z.strictObject({ value: text(1023, 1) });

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
  kind: z.enum(optionKinds),
  unit: z.enum(["bytes"]).nullable(),
  description: z.string(),
  value: z
    .string()
    .describe("The current value: the stored one, or the default. Of a secret only a mark is shown that it is set."),
  fallback: z.string(),
  stored: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.string()).nullable(),
  secret: z.boolean(),
  public: z.boolean(),
});

/** An appearance that somebody tries: options of that group, before they are stored. */
export const appearanceDraft = z.strictObject(
  Object.fromEntries(keysOfGroup("appearance").map((key) => [key, known(key).schema.optional()])),
);
export const appearancePreview = z.object({
  path: z.string().describe("Begins the address of each public page as it would be, such as `{path}/archives/hello`."),
  expireTime: instantOut,
});

/** The sizes of the site's icon, in pixels: tabs and results of searches, telephones, and what is installed. */
export const iconSizes = [16, 32, 48, 180, 192, 512] as const;
export const iconAsked = z.strictObject({ sizes: z.array(z.literal(iconSizes)).min(1).max(iconSizes.length) });

export type AppearanceDraft = z.input<typeof appearanceDraft>;
export type Setting = z.output<typeof setting>;
export type Option = z.output<typeof option>;
