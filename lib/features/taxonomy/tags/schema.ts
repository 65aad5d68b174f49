import { z } from "zod";
import {
  address,
  flag,
  id,
  instantOut,
  label,
  MOST_WHOLE,
  pageInput,
  pageOf,
  partInput,
  slug,
  text,
  unique,
} from "../../../core/fields";
import { isColor } from "./color";

const tagFields = {
  name: label(255),
  slug: slug.nullish(),
  thumbnail: address(1023).nullish(),
  color: text(24)
    .refine((value) => value.trim() === "" || isColor(value.trim()), {
      params: { code: "wrong_format" },
      error: "Use a hex colour, a CSS colour name, rgb(…) or rgba(…).",
    })
    .nullish(),
  series: flag.nullish().describe("Whether its posts are parts of one whole, to be read from the oldest on."),
};

export const defaultColor = "#cfd3d7";
export const newTag = z.strictObject(tagFields);
export const tagChanges = z.strictObject({ ...tagFields, tagId: id });
export const tagRef = z.strictObject({ tagId: id });
export const tagsRemoval = z.strictObject({ ids: unique(id).min(1) });
export const tagSearch = z.strictObject(pageInput(["name", "createTime"]));
export const tagsPart = z.strictObject(partInput);
export const leadingTags = z.strictObject({ most: z.int().min(1).max(MOST_WHOLE).optional() });
/** What is being typed; or the tags of these numbers, as far as they exist. */
export const tagFinding = z.strictObject({ keyword: text(100).optional(), ids: unique(id).optional() });
/** Merges the tags in `items` into `tagId`. */
export const tagMerge = z.strictObject({ tagId: id, items: unique(id).min(1) });

/**
 * The colour of a tag as it is answered. It stands in styles, and the database of a restored backup may hold others in its
 * place.
 */
const shownColor = z.string().refine(isColor).catch(defaultColor);

export const tag = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  url: z.string().describe("Path on this site."),
  thumbnail: z.string(),
  color: shownColor,
  series: z.boolean(),
  createTime: instantOut,
  postCount: z.int().describe("Public posts with it."),
});
export const tagsPage = pageOf(tag);
export const tags = z.array(tag);
export const tagAddresses = pageOf(tag.pick({ url: true }));
/** What somebody who chooses a tag sees of it. */
export const tagChoices = z.array(tag.pick({ id: true, name: true, color: true }));

export type Tag = z.output<typeof tag>;
export type TagChoice = z.output<typeof tagChoices>[number];
