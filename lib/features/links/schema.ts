import { z } from "zod";
import {
  absoluteUrl,
  address,
  id,
  instantOut,
  int32,
  label,
  pageInput,
  pageOf,
  partInput,
  shortText,
  unique,
} from "../../core/fields";
import { wayBack } from "../../core/way-back";

const linkFields = {
  /** Names the record in a batch; ignored when creating. */
  id: id.nullish(),
  name: label(255),
  url: absoluteUrl(1023),
  description: shortText.nullish(),
  logo: address(1023).nullish(),
  priority: int32.nullish().describe("Higher numbers come first within a team."),
  team: shortText.nullish().describe("The heading it is listed under."),
};

export const newLink = z.strictObject(linkFields);
export const linkChanges = z.strictObject({ ...linkFields, id });
export const linkBatch = z.strictObject({ items: unique(linkChanges, (item) => item.id).min(1) });
export const linkRef = z.strictObject({ id });
export const linksPart = z.strictObject({ ...partInput, team: shortText.optional() });

export const linkSorts = ["team", "name", "createTime", "checkTime"] as const;
const health = z.enum(["ALIVE", "DEAD", "UNKNOWN"]);
export const linkSearch = z.strictObject({
  ...pageInput(linkSorts),
  team: shortText.optional().describe("Empty: those without one."),
  health: health.optional(),
});

const place = wayBack({ id }, { team: shortText, priority: int32 });
export const linkPlaces = z.strictObject({ items: unique(place.change, (item) => item.id).min(1) });
export const placesBefore = place.before;

export const linkMove = z
  .strictObject({
    id,
    beside: id.nullish().describe("The link that it is put beside, in that one's team."),
    side: z.enum(["before", "after"]).nullish().describe("The side of `beside`; before it unless it says after."),
    step: z.enum(["up", "down"]).nullish().describe("Instead of `beside`: one place within its team."),
    from: z
      .strictObject({ team: shortText, priority: int32 })
      .nullish()
      .describe("Where it was when it was read. If it stands elsewhere by now, the answer is 412."),
  })
  .refine(({ beside, step }) => (beside === undefined || beside === null) !== (step === undefined || step === null), {
    params: { code: "required" },
    error: "Send either beside or step.",
  });
export const linkTeam = z.strictObject({ ids: unique(id).min(1), team: shortText.transform((team) => team.trim()) });
export const linksRemoval = z.strictObject({ ids: unique(id).min(1) });

export const linkCheck = z.strictObject({
  ids: unique(id).min(1).optional().describe("The links to check. Without it: all of them."),
});
export const queuedCheck = z.object({ jobId: id });
export const checkPayload = z.strictObject({ ids: z.array(id).optional(), all: z.boolean().optional() });
export const checkNote = z.strictObject({ id, url: z.string(), health, checkStatus: z.int().nullable() });

export const linkAddress = z.strictObject({ url: absoluteUrl(1023) });
export const linkProposal = z.object({
  name: z.string(),
  description: z.string(),
  logo: z.string().describe("The address of a picture that was fetched and is one; empty if there is none."),
});

/** A link as anyone may see it. */
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

/** A link in the dashboard, with the result of its last check. */
export const managedLink = link.extend({
  health: health.describe("DEAD: it answered 404, 410 or with a fault of its server, or not at all."),
  checkStatus: z.int().nullable().describe("The HTTP status of the last check; null if no answer came."),
  checkTime: instantOut.nullable(),
});
export const linksPage = pageOf(managedLink);
export const publicLinksPage = pageOf(link);
/** The number of links of each health, and of all. */
export const linkCounts = z.object({ all: z.int(), ALIVE: z.int(), DEAD: z.int(), UNKNOWN: z.int() });

export type Link = z.output<typeof link>;
export type LinkPlace = z.output<typeof place.change>;
