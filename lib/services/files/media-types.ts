/** What may be uploaded: media type → ending of its address. What a file is, its bytes say. */
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

/** The ending that goes with a media type; undefined: it may not be uploaded. */
export const suffixOf = (mediaType: string): string | undefined =>
  Object.hasOwn(suffixes, mediaType) ? suffixes[mediaType] : undefined;

/** Pictures that are decoded, and written anew without what their makers hid in them. */
export const isRaster = (mediaType: string): boolean => mediaType.startsWith("image/") && mediaType !== "image/svg+xml";

/** What a browser may show where it stands; everything else it saves. */
export const isShown = (mediaType: string): boolean =>
  /^(image|audio|video)\//.test(mediaType) || mediaType === "application/pdf";

/** Endings of plain texts that say more than `txt` and change nothing else. */
const textSuffixes = new Set(["txt", "md", "csv", "json", "log"]);

/** The ending for a plain text called so. */
export function textSuffix(name: string): string {
  const given = /\.([a-z]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return textSuffixes.has(given) ? given : "txt";
}
