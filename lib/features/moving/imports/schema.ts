import { z } from "zod";
import {
  absoluteUrl,
  flag,
  id,
  incomingFile,
  instantOut,
  pageInput,
  pageOf,
  shortText,
  text,
} from "../../../core/fields";
import { importKinds, offeringChoices, recordKinds } from "../kinds-schema";

const importKind = z.enum(importKinds);
const importState = z.enum(["WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED", "UNDOING", "UNDONE"]);
export const importOutcome = z.enum(["imported", "updated", "unchanged", "skipped", "failed"]);
const importRecordKind = z.enum(recordKinds);

const path = text(4096, 1);
/** Names in one choice. */
const MOST_NAMES = 1000;

/**
 * What somebody chooses for an import. The paths are the program's own, or those of the command line: no request names
 * one.
 */
export const importChoices = z.strictObject({
  path: path.describe("The source: a file or a folder."),
  folder: shortText.optional().describe("The data folder that holds the source, where servers have one each."),
  name: text(255).optional().describe("What the source was called by whoever sent it. Default: the end of `path`."),
  media: path.optional().describe("A folder or .zip with the files of the old site."),
  fetchMedia: flag.optional().describe("Fetches files from the old site that are not found otherwise."),
  fromPrivateNetwork: flag.optional().describe("Lets it fetch from this machine and its network."),
  site: absoluteUrl(1023).optional().describe("The old site's address, where the source does not say it."),
  author: shortText.optional().describe("Everything belongs to this account, and no accounts are made."),
  as: z.enum(["richtext", "markdown"]).optional().describe("How HTML is stored here. Default: richtext."),
  members: z.enum(["private", "draft", "publish"]).optional().describe("What texts for members become."),
  taxonomies: z.array(shortText).max(MOST_NAMES).optional().describe("Taxonomies of WordPress that become tags."),
  types: z
    .record(shortText, z.enum(["post", "sheet"]))
    .refine((given) => Object.keys(given).length <= MOST_NAMES, `At most ${MOST_NAMES} types.`)
    .optional()
    .describe("Further types of WordPress that become posts or sheets, by their names."),
  pingbacks: flag.optional().describe("Takes pingbacks and trackbacks over as comments."),
  primaryTagAsCategory: flag.optional().describe("The first tag of a post of Ghost becomes its category."),
  dialect: z.enum(["hexo", "hugo", "jekyll", "plain"]).optional().describe("What Markdown was written for."),
  slugFrom: z
    .enum(["file", "title"])
    .optional()
    .describe("What the address of a text is made of where its Markdown file names none."),
  authorMap: z
    .record(shortText, shortText)
    .refine((given) => Object.keys(given).length <= MOST_NAMES, `At most ${MOST_NAMES} authors.`)
    .optional()
    .describe("The usernames here of authors that Markdown names."),
});

/** What may be chosen through any door. */
export const openChoices = importChoices.omit({
  path: true,
  folder: true,
  name: true,
  media: true,
  fromPrivateNetwork: true,
});

/** A new import; it waits until a job or the command line runs it. */
export const newImport = z.strictObject({
  kind: z.enum([...importKind.options, "auto"]).describe("`auto` finds out what the source is."),
  dryRun: flag.optional().describe("Makes the report and writes nothing."),
  choices: importChoices,
});

/** Yes or no in a form, whose fields are texts. */
const yesOrNo = z.stringbool({ truthy: ["true"], falsy: ["false"], error: "This must be true or false." });

/** Several names in one text, with commas between them. */
const writtenNames = text(60_000).transform((given) =>
  given
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
);

/** Several pairs in one text, such as `film=post,book=sheet`. */
const writtenPairs = writtenNames.transform((names, context) => {
  const pairs = names.map((name) => name.split("=").map((part) => part.trim()));
  if (pairs.every((pair) => pair.length === 2 && !pair.includes(""))) return Object.fromEntries(pairs) as unknown;
  context.addIssue("Write NAME=VALUE, several with commas.");
  return z.NEVER;
});

const { taxonomies, types, authorMap, pingbacks, primaryTagAsCategory, fetchMedia } = openChoices.shape;

/** A file that is sent to be imported, and what somebody chose for it: the choices as texts of a form. */
export const sentImport = openChoices.extend({
  kind: newImport.shape.kind,
  dryRun: yesOrNo.optional().describe("Makes the report and writes nothing."),
  fetchMedia: yesOrNo.optional().describe(fetchMedia.description ?? ""),
  pingbacks: yesOrNo.optional().describe(pingbacks.description ?? ""),
  primaryTagAsCategory: yesOrNo.optional().describe(primaryTagAsCategory.description ?? ""),
  taxonomies: writtenNames.pipe(taxonomies.unwrap()).optional().describe("`genre,place`: these become tags."),
  types: writtenPairs
    .pipe(types.unwrap())
    .optional()
    .describe("`film=post,book=sheet`: these become posts and sheets."),
  authorMap: writtenPairs.pipe(authorMap.unwrap()).optional().describe("`Ann Lee=ann`: authors and usernames here."),
  file: incomingFile,
  media: incomingFile.optional().describe("A .zip with the files of the old site."),
});

export const importRef = z.strictObject({ importId: id });

/** Starts over with the file of a dry run. What is not given is not chosen, whatever was chosen before. */
export const importAgain = openChoices.extend({
  ...importRef.shape,
  dryRun: flag.optional().describe("Makes another report and writes nothing."),
});

const counts = z.object({
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
});

/** What became of one record of the source. */
const importRecord = z.object({
  kind: importRecordKind,
  source: z.string().describe("Its identifier at its source."),
  outcome: importOutcome,
  reason: z.string().nullable().describe("Why it was skipped or failed."),
  id: z.int().nullable().describe("The record here."),
  title: z.string(),
  url: z.string().nullable(),
  warnings: z.array(z.string()),
});

const left = z.object({
  what: z.string(),
  kind: importRecordKind.nullable().optional(),
  count: z.int(),
  why: z.string(),
  offer: z
    .object({ choice: z.enum(offeringChoices), name: z.string() })
    .optional()
    .describe("The choice that takes it over, and its name there."),
});
const suggestion = z.object({ option: z.string(), value: z.string(), why: z.string() });

/** An import in lists. */
export const importItem = z.object({
  id: id.nullable().describe("Null for a dry run at the command line."),
  kind: importKind,
  state: importState,
  dryRun: z.boolean(),
  resumed: z.boolean().describe("Whether it continued an import that had been stopped."),
  author: z.string(),
  source: z.object({
    name: z.string(),
    size: z.int().describe("Bytes."),
    sha256: z.string(),
    site: z.string().nullable(),
    version: z.string().nullable(),
  }),
  createTime: instantOut,
  startTime: instantOut.nullable(),
  endTime: instantOut.nullable(),
  progressDone: z.int(),
  progressTotal: z.int(),
  summary: counts.extend({ warnings: z.int() }),
  error: z.string().nullable().describe("Why nothing more can be done."),
  jobId: z.int().nullable(),
  stopped: z
    .boolean()
    .describe("Whether nobody works on it though it is RUNNING or UNDOING; it goes on where it is asked for again."),
});

/** What an undo left here, and why. */
const keptRecord = z.object({ kind: z.string(), id: z.int(), title: z.string(), why: z.string() });

/** The whole report of an import. */
export const importReport = importItem.extend({
  kinds: z.partialRecord(importRecordKind, counts),
  choices: openChoices.describe("What was chosen for it."),
  left: z.array(left).describe("What the source holds and this site does not take."),
  redirects: z.int().describe("Old addresses that lead here."),
  suggestions: z.array(suggestion),
  made: z.object({ tags: z.array(z.string()), categories: z.array(z.string()), users: z.array(z.string()) }),
  kept: z.array(keptRecord).describe("What an undo left here."),
  records: z
    .array(importRecord)
    .describe("At most 10,000, and as many remarks in all, those that need attention first."),
  recordsLeftOut: z.int(),
});

/** The report without its records, for a page that lists those by itself. */
export const importOverview = importReport.omit({ records: true, recordsLeftOut: true });

export const importList = z.strictObject({ ...pageInput(["id"]), state: importState.optional() });
export const importPage = pageOf(importItem);

export const importRecordList = z.strictObject({
  importId: id,
  ...pageInput(["id", "attention"]),
  kind: importRecordKind.optional(),
  outcome: importOutcome.optional(),
});
export const importRecordPage = pageOf(importRecord);

export const importPayload = z.strictObject({ importId: id });

export type ImportChoices = z.output<typeof importChoices>;
export type ImportItem = z.output<typeof importItem>;
export type ImportOverview = z.output<typeof importOverview>;
export type ImportReport = z.output<typeof importReport>;
export type ImportRecord = z.output<typeof importRecord>;
export type Outcome = z.output<typeof importOutcome>;
export type Counts = z.output<typeof counts>;

/** One batch of the writer, in the program's own words; no door leads there. */
export const importStep = z.strictObject({
  importId: id,
  owner: z.string(),
  /** Whether it is done again where a power cut takes it back: a batch of an import, but not of its undoing. */
  isRedone: z.boolean(),
  work: z.custom<(context: never) => Promise<StepResult>>((value) => typeof value === "function"),
});
export const importStepDone = z.object({
  what: z.string(),
  cancelWanted: z.boolean(),
  cacheKeys: z.array(z.string()),
});
/** `what` is its line in the audit log. */
export type StepResult = {
  what: string;
  cacheKeys: string[];
  progressDone?: number | undefined;
  counts?: Record<string, Record<string, number>>;
};

/** Takes an import for this process, or makes it; no door leads there. */
export const importClaim = z.strictObject({ importId: id, owner: z.string() });
export const importEnd = z.strictObject({
  importId: id,
  owner: z.string(),
  state: z.enum(["DONE", "FAILED", "CANCELLED", "UNDONE", "WAITING"]),
  error: z.string().nullable(),
});

/** What is known of a source once it is open; no door leads there. */
export const importFacts = importClaim.extend({
  origin: z.string(),
  sourceSize: z.int(),
  sourceSha256: z.string(),
  site: z.string().nullable(),
  sourceVersion: z.string().nullable(),
  progressTotal: z.int(),
});
export const importRemains = importClaim.extend({
  left: z.array(left),
  suggestions: z.array(suggestion),
  made: importReport.shape.made,
});
export const claimedImport = z.object({ state: importState, resumed: z.boolean(), interruptions: z.int() });
export const importBeat = z.object({ cancelWanted: z.boolean() });
/** An import that somebody starts at the command line, which goes on with one that was stopped. */
export const importHere = z.strictObject({ kind: importKind, sha256: z.string(), choices: importChoices });
export const importNumber = z.object({ id });
