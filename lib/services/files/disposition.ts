import { isShown, sentAs } from "./media-types";
import type { FileFacts } from "./storage-shape";

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** RFC 6266: the name in ASCII for old programs, and in full for others. */
export const dispositionOf = ({ mediaType, fileName }: FileFacts): string =>
  `${isShown(mediaType) ? "inline" : "attachment"}; filename="${fileName.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, percent)}`;

/** The type with its character set, where it has one. */
export const contentTypeOf = (mediaType: string): string =>
  mediaType === "text/plain" || mediaType === "text/vtt" ? `${mediaType}; charset=utf-8` : sentAs(mediaType);

/** An address that never shows anything else may be kept for a year. */
export const IMMUTABLE = "public, max-age=31536000, immutable";
