import { isShown, sentAs } from "./media-types";
import type { FileFacts } from "./storage-shape";

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

const disposition = (kind: "inline" | "attachment", fileName: string): string =>
  `${kind}; filename="${fileName.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, percent)}`;

/** RFC 6266: the name in ASCII for old programs, and in full for others. */
export const dispositionOf = ({ mediaType, fileName }: FileFacts): string =>
  disposition(isShown(mediaType) ? "inline" : "attachment", fileName);

/**
 * The same for an answer without a policy, such as a bucket's: a drawing opened by itself is a document, and one that a
 * backup brought was drawn by anybody. Pages show it all the same.
 */
export const dispositionWithoutPolicy = (facts: FileFacts): string =>
  facts.mediaType === "image/svg+xml" ? disposition("attachment", facts.fileName) : dispositionOf(facts);

/** The type with its character set, where it has one. */
export const contentTypeOf = (mediaType: string): string =>
  mediaType === "text/plain" || mediaType === "text/vtt" ? `${mediaType}; charset=utf-8` : sentAs(mediaType);

/** An address that never shows anything else may be kept for a year. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
