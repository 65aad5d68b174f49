import { z } from "zod";
import { id, instantOut, pageInput, pageOf, unique } from "../../core/fields";

/** The kinds of records that can be put back after they were deleted. Posts and sheets have a recycle bin of their own. */
export const removableKinds = [
  "journal",
  "category",
  "tag",
  "link",
  "photo",
  "menu",
  "redirect",
  "attachment",
] as const;
const removableKind = z.enum(removableKinds);
export type RemovableKind = (typeof removableKinds)[number];

const removedRef = { kind: removableKind, id };
const removedItem = z.strictObject(removedRef);
export type RemovedRef = z.output<typeof removedItem>;
export const removedItems = z.strictObject({
  items: unique(removedItem, ({ kind, id: number }) => `${kind}:${number}`).min(1),
});
export const removalIds = z.strictObject({ ids: unique(id).min(1) });

export const removalFilters = z.strictObject({ ...pageInput(["removedTime"]), kind: removableKind.optional() });
export type RemovalFilters = z.input<typeof removalFilters>;

const removal = z.object({
  id: id.describe("The number of this deletion; that of the record is `recordId`."),
  kind: removableKind,
  recordId: id,
  name: z.string(),
  actorName: z.string().describe("Who deleted it."),
  removedTime: instantOut,
  keptUntil: instantOut.describe("When it is gone for good."),
});
export type Removal = z.output<typeof removal>;
export const removalPage = pageOf(removal);

const putBack = z.object({ ...removedRef, name: z.string() });
export type PutBack = z.output<typeof putBack>;
export const putBackItems = z.array(putBack);
/** The number of records that are gone for good. */
export const forgotten = z.int();

/** A deleted record that may be put back, with its texts as they are stored today. */
const keptRows = z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) });
export const keptRecord = z.strictObject({
  id: z.int(),
  record: z.strictObject({ own: keptRows, children: z.array(z.int()) }),
});
/** Rows of another table that come back with one. */
export const keptPart = z.strictObject({ id: z.int(), part: keptRows.extend({ table: z.string() }) });
