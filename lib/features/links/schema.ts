import { z } from "zod";
import { absoluteUrl, address, id, instantOut, int32, label, shortText, unique } from "../../core/fields";

const linkFields = {
  /** Names the record in a batch; ignored when creating. */
  id: id.nullish(),
  name: label(255),
  url: absoluteUrl(1023),
  description: shortText.nullish(),
  logo: address(1023).nullish(),
  priority: int32.nullish().describe("Higher first within its team."),
  team: shortText.nullish().describe("The heading it stands under."),
};

export const newLink = z.strictObject(linkFields);
export const linkChanges = z.strictObject({ ...linkFields, id });
export const linkBatch = z.strictObject({ items: unique(linkChanges, (item) => item.id).min(1) });
export const linkRef = z.strictObject({ id });
export const linkFilters = z.strictObject({ team: shortText.optional() });

export const link = z.object({
  id,
  name: z.string(),
  url: z.string(),
  description: z.string(),
  logo: z.string(),
  priority: z.int(),
  team: z.string(),
  createTime: instantOut,
  updateTime: instantOut,
});

export type Link = z.output<typeof link>;
