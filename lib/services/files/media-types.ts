/** The types that may be uploaded: media type → file ending. The type is determined by the bytes. */
const suffixes: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/apng": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "image/avif": "avif",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/x-m4a": "m4a",
  "audio/mp4": "m4a",
  "audio/ogg": "ogg",
  "audio/ogg; codecs=opus": "opus",
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/aac": "aac",
  "video/mp4": "mp4",
  "video/x-m4v": "m4v",
  "video/webm": "webm",
  "video/quicktime": "mov",
  "application/pdf": "pdf",
  "application/zip": "zip",
  "application/gzip": "gz",
  "application/epub+zip": "epub",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.presentation": "odp",
  "text/vtt": "vtt",
  "text/plain": "txt",
};

/** The ending for a media type; undefined: it may not be uploaded. */
export const suffixOf = (mediaType: string): string | undefined =>
  Object.hasOwn(suffixes, mediaType) ? suffixes[mediaType] : undefined;

/** Whether a type is decoded and rewritten without its metadata. */
export const isRaster = (mediaType: string): boolean => mediaType.startsWith("image/") && mediaType !== "image/svg+xml";

/** The types as they are stored, without parameters. */
const stored = new Set(Object.keys(suffixes).map((type) => type.split(";")[0]));

/** The type that a file is sent as: another one than these, from a restored database, could be a page with scripts. */
export const sentAs = (mediaType: string): string => (stored.has(mediaType) ? mediaType : "application/octet-stream");

/** Whether browsers may show a type in place; they save the others. */
export const isShown = (mediaType: string): boolean =>
  /^(image|audio|video)\//.test(sentAs(mediaType)) || mediaType === "application/pdf";

/** Endings of plain texts that are kept instead of `txt`. */
const textSuffixes = new Set(["txt", "md", "csv", "json", "log"]);

/** The ending of a plain text with this name. */
export function textSuffix(name: string): string {
  const given = /\.([a-z]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return textSuffixes.has(given) ? given : "txt";
}
