import { z } from "zod";
import { address, id, instantOut, pageInput, text, unique } from "../../core/fields";

/** The answers that a redirect may give; 410 says that what was there is gone for good. */
export const redirectStatuses = [301, 302, 308, 410] as const;
const status = z.literal([...redirectStatuses]);

const redirectFields = {
  /** Names the record in a batch; ignored when creating. */
  id: id.nullish(),
  source: text(1023, 1).describe(
    "A path of this site without a query, such as `/old/page`; a `?` or `%` in it is written `%3F` or `%25`.",
  ),
  below: z.boolean().nullish().describe("Whether it holds for every address below that path, too."),
  target: address(1023)
    .nullish()
    .describe("A path of this site or an address elsewhere. What follows the source is put behind it if `below`."),
  status: status.nullish().describe("301 unless given; with 410 there is no target."),
};

export const newRedirect = z.strictObject(redirectFields);
export const redirectChanges = z.strictObject({ ...redirectFields, id });
export const redirectBatch = z.strictObject({ items: unique(redirectChanges, (item) => item.id).min(1) });
export const redirectRef = z.strictObject({ id });
export const redirectsRemoval = z.strictObject({ ids: unique(id).min(1) });

export const redirectSorts = ["source", "hits", "createTime", "lastHitTime"] as const;
export const redirectFilters = z.strictObject({ ...pageInput(redirectSorts), status: status.optional() });

export const redirect = z.object({
  id,
  source: z.string(),
  below: z.boolean(),
  target: z.string(),
  status: z.int(),
  hits: z.int().describe("How often it has led somewhere."),
  lastHitTime: instantOut.nullable(),
  createTime: instantOut,
  updateTime: instantOut,
});

/** A table of redirects as CSV: a line of names (`from`, `to`, `match`, `status`), then a line for each. */
export const redirectTable = z.strictObject({ csv: text(1_000_000, 1) });
export const redirectTableOut = z.object({ csv: z.string() });
export const redirectsTaken = z.object({ created: z.int(), changed: z.int(), same: z.int() });

/** An address that was asked for. */
export const askedAddress = z.strictObject({ path: text(1200) });
/** Where it leads; null: nowhere. A target of "" is gone. */
export const ledAddress = z.object({ id, target: z.string(), status: z.int() }).nullable();

/** Counted in memory since the last time. */
export const traces = z.strictObject({
  hits: z.array(z.strictObject({ id, count: z.int() })),
  missed: z.array(z.strictObject({ path: text(255), count: z.int() })),
});

export const missedFilters = z.strictObject(pageInput(["hits", "lastTime", "path"]));
export const missedAddress = z.object({
  id,
  path: z.string(),
  hits: z.int().describe("How often people asked for it."),
  firstTime: instantOut,
  lastTime: instantOut,
});
export const missedRemoval = z.strictObject({ ids: unique(id).min(1) });

export type Redirect = z.output<typeof redirect>;
export type RedirectFields = z.output<typeof newRedirect>;
export type RedirectFilters = z.input<typeof redirectFilters>;
export type MissedAddress = z.output<typeof missedAddress>;
export type MissedFilters = z.input<typeof missedFilters>;
