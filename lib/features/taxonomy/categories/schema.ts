import { z } from "zod";
import { address, id, instantOut, int32, label, shortText, slug, text, unique } from "../../../core/fields";

/**
 * How deep categories may nest: each shows its whole path, and has all of them looked through for passwords. An export of
 * a megabyte with thousands in each other stopped the site.
 */
export const MOST_LEVELS = 20;
/** How many a site has at the most: all of them are read for each that is made, and stand on several pages. */
export const MOST_CATEGORIES = 10_000;

const categoryFields = {
  /** Names the record in a batch; ignored when creating. */
  id: id.nullish(),
  name: label(255),
  description: text(100).nullish(),
  parentId: id.nullish().describe("Null or absent when creating: top level. Null in a change: move to the top level."),
  password: shortText.nullish().describe("Protects the category's posts and those of its subcategories."),
  priority: int32.nullish().describe("Higher numbers come first among siblings."),
  slug: slug.nullish(),
  thumbnail: address(1023).nullish(),
};

export const newCategory = z.strictObject(categoryFields);
export const categoryChanges = z.strictObject({ ...categoryFields, categoryId: id });
export const categoryBatch = z.strictObject({
  items: unique(z.strictObject({ ...categoryFields, id }), (item) => item.id).min(1),
});
export const categoryRef = z.strictObject({ categoryId: id });

/** A category as anyone may see it. */
export const category = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  url: z.string().describe("Path on this site."),
  description: z.string(),
  parentId: id.nullable(),
  priority: z.int(),
  thumbnail: z.string(),
  createTime: instantOut,
  postCount: z.int().describe("Public posts in it and its subcategories."),
  fullPath: z.string().describe("Slugs from the top, joined by `/`."),
  locked: z.boolean(),
});

/** A category in the dashboard; `password` for those who may see it. */
export const managedCategory = category.extend({ password: z.string().optional() });

/** What is being typed; or the categories of these numbers, as far as they exist. */
export const categoryFinding = z.strictObject({ keyword: text(100).optional(), ids: unique(id).optional() });
/** What somebody who chooses a category sees of it; `depth` is its indentation in the list. */
export const categoryChoices = z.array(
  category.pick({ id: true, name: true, parentId: true, fullPath: true }).extend({ depth: z.int() }),
);

export type CategoryChoice = z.output<typeof categoryChoices>[number];
export type Category = z.output<typeof category>;
export type ManagedCategory = z.output<typeof managedCategory>;
