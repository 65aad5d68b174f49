import { z } from "zod";
import {
  flag,
  id,
  incomingFile,
  instantOut,
  label,
  longText,
  MOST_FILES,
  pageInput,
  pageOf,
  text,
} from "../../core/fields";
import { recordKind } from "../references/schema";

/** The most covers in one request, and the longest address of one. */
export const [MOST_COVERS, LONGEST_COVER] = [100, 2048];

export const attachmentSorts = ["id", "name", "size", "createTime"] as const;

const files = z.array(incomingFile).min(1, { error: "Send at least one file, in a part named `files`." });

export const newAttachments = z.strictObject({ files: files.max(MOST_FILES), team: longText.nullish() });
export const attachmentFile = z.strictObject({
  attachmentId: id,
  files: files.max(1, { error: "Send one file: it takes the place of the one that is there." }),
});

export const attachmentChanges = z.strictObject({
  id: id.nullish(),
  attachmentId: id,
  name: label(255).nullish().describe("Null: the name in its address."),
  team: longText.nullish(),
});

export const attachmentFilters = z.strictObject({
  ...pageInput(attachmentSorts),
  mediaType: text(100).optional().describe("Such as `image/png`, or `image` for all of them."),
  team: longText.optional(),
});
export const attachmentRef = z.strictObject({ attachmentId: id });
export const attachmentRemoval = z.strictObject({
  attachmentId: id,
  force: flag.optional().describe("Deletes it though it is used."),
});

/** A smaller WebP of a picture. */
const variant = z.object({ width: z.int(), height: z.int(), size: z.int(), url: z.string() });

export const attachment = z.object({
  id,
  name: z.string(),
  team: z.string(),
  url: z.string().describe("Path on this site; it stays, whatever changes."),
  mediaType: z.string().describe("What its bytes are."),
  suffix: z.string(),
  size: z.int().describe("Bytes."),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbnailUrl: z.string().describe("A small picture of it; empty where there is none."),
  placeholder: z.string().describe("A tiny blurred picture as a data URL; empty where there is none."),
  variants: z.array(variant).describe("Smaller pictures, smallest first."),
  takeTime: instantOut.nullable().describe("When a photograph was taken."),
  location: z.string().describe("Where it was taken: latitude and longitude. The file itself says neither."),
  createTime: instantOut,
  updateTime: instantOut,
  uploader: z.object({ id, nickname: z.string(), avatar: z.string() }).nullable(),
});
export const attachments = z.array(attachment);
export const attachmentPage = pageOf(attachment);

/** One place where an attachment is used. */
const usage = z.object({
  kind: recordKind,
  id,
  title: z.string(),
  field: z.string().describe("Where in it: its text, its thumbnail …"),
});
export const usages = z.array(usage);

export const teams = z.array(z.string());

/** An attachment, by its bytes. */
export const digestRef = z.strictObject({ digest: text(64, 64) });
export const sameFile = z.object({ url: z.string(), mediaType: z.string() }).nullable();

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
    .describe("What other sites show of it: 1600 pixels wide at most, and no drawing."),
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

export type Usage = z.output<typeof usage>;

export type Cover = z.output<typeof cover>;
