import { z } from "zod";
import { text } from "../../core/fields";
import { locales } from "../../core/languages";

/** The kinds of what the command palette finds, in their order where they fit equally well. */
const foundKinds = ["post", "sheet", "file", "commenter", "user", "category", "tag", "setting"] as const;

export const finding = z.strictObject({
  keyword: text(100),
  locale: z.enum(locales).describe("The language of the settings' names."),
});

export const found = z.object({
  kind: z.enum(foundKinds),
  /** What its page is opened by: a number, an e-mail address, or a setting's name. */
  key: z.string(),
  name: z.string(),
  /** The group of a setting. */
  group: z.string().optional(),
  /** What tells it from others of that name; "" for nothing. */
  note: z.string(),
});

export type Found = z.output<typeof found>;
export type FoundKind = Found["kind"];
