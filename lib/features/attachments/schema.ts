import { z } from "zod";
import {
  flag,
  id,
  incomingFile,
  instantOut,
  label,
  mediumText,
  shortText,
  MOST_FILES,
  pageInput,
  pageOf,
  text,
  unique,
} from "../../core/fields";
import { wayBack } from "../../core/way-back";
import { recordKind } from "../references/schema";

/** The most covers in one request, and the longest address of one. */
export const [MOST_COVERS, LONGEST_COVER] = [100, 2048];

export const attachmentSorts = ["id", "name", "size", "createTime"] as const;

const files = z.array(incomingFile).min(1, { error: "Send at least one file, in a part named `files`." });

export const newAttachments = z.strictObject({ files: files.max(MOST_FILES), team: shortText.nullish() });
export const attachmentFile = z.strictObject({
  attachmentId: id,
  files: files.max(1, { error: "Send one file: it replaces the stored one." }),
});

export const attachmentChanges = z.strictObject({
  id: id.nullish(),
  attachmentId: id,
  name: label(255).nullish().describe("Null restores the name that its address has."),
  team: shortText.nullish(),
  altText: mediumText.nullish().describe("What a picture shows, in words."),
  caption: mediumText.nullish(),
});

const attachmentTeam = wayBack({ attachmentId: id }, { team: shortText });
export const attachmentTeams = z.strictObject({
  items: unique(attachmentTeam.change, (item) => item.attachmentId).min(1),
});
export const teamsBefore = attachmentTeam.before;

export const attachmentsRemoval = z.strictObject({
  ids: unique(id).min(1),
  force: flag.optional().describe("Deletes them even where they are used."),
});

const { keyword, ...paging } = pageInput(attachmentSorts);
/** The conditions of a list, and of everything that is done with all of it. */
const selection = {
  keyword,
  mediaType: text(100).optional().describe("Such as `image/png`, or `image` for all of them."),
  team: shortText.optional().describe("Empty: those without one."),
  unused: flag
    .optional()
    .describe("True: those that nothing on the site shows or links to. False: those that something does."),
};
export const attachmentSelection = z.strictObject(selection);
export const attachmentFilters = z.strictObject({ ...paging, ...selection });
/** The newest of a selection, as many as one request may name. */
export const attachmentIds = z.object({ ids: z.array(id), total: z.int() });
export const attachmentRef = z.strictObject({ attachmentId: id });
export const attachmentRemoval = z.strictObject({
  attachmentId: id,
  force: flag.optional().describe("Deletes it even if it is used."),
});

/** An address as records hold it: of an upload, or of anything else. */
export const attachmentAddress = z.strictObject({ address: text(LONGEST_COVER) });

/** A smaller WebP of a picture. */
const variant = z.object({ width: z.int(), height: z.int(), size: z.int(), url: z.string() });

export const attachment = z.object({
  id,
  name: z.string(),
  team: z.string(),
  altText: z.string().describe("What a picture shows, in words."),
  caption: z.string(),
  url: z.string().describe("Path on this site; it never changes."),
  mediaType: z.string().describe("The media type, by its bytes."),
  suffix: z.string(),
  size: z.int().describe("Bytes."),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbnailUrl: z.string().describe("A small version; empty without one."),
  placeholder: z.string().describe("A tiny blurred placeholder as a data URL; empty without one."),
  variants: z.array(variant).describe("Smaller pictures, smallest first."),
  takeTime: instantOut.nullable().describe("When a photograph was taken."),
  location: z.string().describe("Where it was taken: latitude and longitude. The served file has neither."),
  createTime: instantOut,
  updateTime: instantOut,
  uploader: z.object({ id, nickname: z.string(), avatar: z.string() }).nullable(),
});
export const attachments = z.array(attachment);
export const attachmentPage = pageOf(attachment);
export const attachmentOrNone = attachment.nullable();

/** One place where an attachment is used. */
const usage = z.object({
  kind: recordKind,
  id,
  title: z.string(),
  field: z.string().describe("The field that shows it: text, thumbnail …"),
});
export const usages = z.array(usage);

export const teams = z.array(z.string());

/** Where a server puts files. */
export const storagePlace = z.object({ place: z.string() });
/** Servers, by the names of their machines. */
export const serversApart = z.array(z.string());
export const storedRef = z.strictObject({ folder: text(64), last: text(1000) });
/** What the front desk needs to serve a file. */
export const storedFile = z.object({
  path: z.string(),
  version: z.string(),
  mediaType: z.string(),
  fileName: z.string(),
  original: z.boolean(),
});
export const storedFolders = z.array(z.string());

/** Addresses of pictures as records hold them, uploaded or not. */
export const coverAddresses = z.strictObject({ addresses: z.array(text(LONGEST_COVER)).max(MOST_COVERS) });
const sized = z.object({ url: z.string(), width: z.int(), height: z.int() });
/** An uploaded picture above a story: its size, and versions small enough for a page. */
const cover = sized.extend({
  srcSet: z.string(),
  social: sized
    .extend({ mediaType: z.string(), size: z.int().nullable() })
    .nullable()
    .describe("The picture for other sites: at most 1600 pixels wide, never a drawing."),
});
/** In the requested order; null: it was not uploaded here. */
export const covers = z.array(cover.nullable());

/** Pictures with smaller versions: the last ones up to this attachment. */
export const pictureRange = z.strictObject({ upTo: z.int().min(0).optional(), rest: z.int().min(0).optional() });
export const pictureIds = z.array(id);
/** Those that existed when the job was started. */
export const picturesPayload = z.strictObject({ upTo: z.int().min(0) });
/** The remade files of the version `seen`; no door leads there. */
export const renewal = z.strictObject({
  attachmentId: id,
  seen: z.string(),
  version: z.string(),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
  variants: z.array(z.strictObject({ width: z.int(), height: z.int(), size: z.int() })),
});
export const renewed = z.object({ name: z.string() });
export const cleanedFile = z.strictObject({ attachmentId: id, seen: z.string(), version: z.string() });

export type Usage = z.output<typeof usage>;
export type AttachmentFilters = z.input<typeof attachmentFilters>;
export type AttachmentPage = z.output<typeof attachmentPage>;
export type Attachment = z.output<typeof attachment>;

export type Cover = z.output<typeof cover>;
