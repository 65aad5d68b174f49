import { z } from "zod";
import { id, pageInput, unique } from "../../../core/fields";
import { wayBack } from "../../../core/way-back";
import { revision, revisionDiff, revisionItem } from "../revision-schema";
import {
  listFields,
  newPost,
  post,
  postChanges,
  postItem,
  postStatus,
  postTextChanges,
  publicPost,
  publicPostItem,
  textState,
} from "../schema";

// A sheet has the fields of a post, without categories and tags, and is mailed to nobody.
const taxonomy = { categoryIds: true, tagIds: true } as const;
const mailed = { mailFollowers: true } as const;
const shownTaxonomy = { categories: true, tags: true } as const;

export const newSheet = newPost.omit({ ...taxonomy, ...mailed });
export const sheetChanges = postChanges.omit({ ...taxonomy, ...mailed, postId: true }).extend({ sheetId: id });
export const sheetTextChanges = postTextChanges.omit({ postId: true }).extend({ sheetId: id });
export const sheetStatusChange = z.strictObject({
  sheetId: id,
  status: postStatus,
  expectedVersion: z.int().optional(),
});
export const sheetRef = z.strictObject({ sheetId: id });
export const sheetRemoval = z.strictObject({ sheetId: id, permanent: z.boolean().optional() });
export const workingTextDiscard = z.strictObject({ sheetId: id, expectedVersion: z.int().optional() });

/** A sheet in a list of the dashboard. */
export const sheetItem = postItem.omit({ ...taxonomy, ...shownTaxonomy });
/** A whole sheet in the dashboard, with the working text where there is one. */
export const sheet = post.omit({ ...taxonomy, ...shownTaxonomy });
/** A sheet as strangers see it. A locked one has title, dates and address only. */
export const publicSheetItem = publicPostItem.omit(shownTaxonomy);
export const publicSheet = publicPost.omit(shownTaxonomy);
/** A visitor's answer at an address: the sheet, or the address it redirects to. */
export const sheetAtAddress = z.object({ sheet: publicSheet.nullable(), movedTo: z.string().nullable() });

export const sheetRevisionItem = revisionItem.extend({ sheetId: id });
export const sheetRevision = revision.extend({ sheetId: id });
export const sheetRevisionDiff = revisionDiff.extend({ sheetId: id });
export const sheetRevisionRef = z.strictObject({ sheetId: id, revisionId: id });

export const sheetSorts = ["id", "title", "createTime", "updateTime", "topPriority", "visits", "likes"] as const;
export const sheetFilters = z.strictObject({
  ...pageInput(sheetSorts),
  status: postStatus.optional(),
  state: textState.optional(),
  fields: listFields,
});
export const publicSheetFilters = z.strictObject({
  ...pageInput(["createTime", "topPriority", "title"]),
  fields: listFields,
});

/** Several sheets; at most as many as one request may name. */
const sheetBatch = unique(id).min(1);
export const sheetsStatusChange = z.strictObject({ items: sheetBatch, status: postStatus });
const statusOfEach = wayBack({ sheetId: id }, { status: postStatus });
export const sheetStatusesChange = z.strictObject({
  items: unique(statusOfEach.change, (item) => item.sheetId).min(1),
});
export const sheetsRemoval = z.strictObject({ items: sheetBatch });
export const sheetStatusesBefore = statusOfEach.before;

export type Sheet = z.output<typeof sheet>;
export type SheetFilters = z.input<typeof sheetFilters>;
export type PublicSheet = z.output<typeof publicSheet>;
