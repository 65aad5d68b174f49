import { z } from "zod";
import { pageInput, slug, text } from "../../core/fields";
import { publicPostItem } from "./schema";

/** The most matches that a search finds, counts and pages through. */
export const MOST_FOUND = 1000;

const { page, size } = pageInput(["createTime"]);
export const postSearch = z.strictObject({
  keyword: text(100).describe(
    "Words that a post must all contain, in the title or the text; the beginning of the last word is enough. There is no special syntax.",
  ),
  category: slug.optional().describe("The slug of a category: its posts and those of its subcategories."),
  tag: slug.optional().describe("The slug of a tag."),
  year: z.int().min(1000).max(9999).optional(),
  page,
  size,
});
/** Words of which nothing was found, and those that were perhaps meant. */
export const wordsAsked = postSearch.pick({ keyword: true });
export const wordsMeant = z.object({ keyword: z.string().nullable() });

/** A text in pieces with its matches marked; plain text, to be escaped for display. */
const pieces = z.array(z.object({ text: z.string(), match: z.boolean() }));
export const foundPost = publicPostItem.omit({ content: true }).extend({
  highlights: z.object({
    title: pieces,
    text: pieces.describe("The passage around the first match; empty for a locked post."),
  }),
});

export const indexing = z.strictObject({ anew: z.boolean(), most: z.int().min(1).max(1000) });
/** Posts whose words a job puts into the index. */
export const indexedLater = z.strictObject({ ids: z.array(z.int()) });
export const indexedPost = z.strictObject({ id: z.int() });
export const indexed = z.object({ count: z.int(), done: z.boolean() });

export type FoundPost = z.output<typeof foundPost>;
export type Piece = z.output<typeof pieces>[number];
