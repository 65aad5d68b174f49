import { attributesIn } from "../../../../text/html/html-tokens";
import { MarkupScanner, piecesOf } from "../../../../text/html/markup-scanner";
import { plainTextOf } from "../../../../text/html/plain-text";
import { audioHtml, escaped, figureHtml, imageHtml, linkHtml, videoHtml } from "../html/writing";
import type { Shortcode } from "./shortcode-marks";

/** What the file tells of an uploaded file. */
export type FileFacts = { address: string; alt: string; caption: string };

export type MediaContext = {
  file: (id: string) => FileFacts | undefined;
  /** The uploads that belong to a text, in their order. */
  filesOf: (postId: string) => readonly string[];
  postId: string;
  /** Numbers of files that the export does not have. */
  missingFiles: Set<string>;
};

const audio = ["mp3", "m4a", "ogg", "wav", "wma", "flac", "aac", "opus"];
const video = ["mp4", "m4v", "webm", "ogv", "flv", "wmv", "mov"];
const extension = (address: string): string => /\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(address)?.[1]?.toLowerCase() ?? "";
const isPicture = ({ address }: FileFacts): boolean =>
  /^(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/.test(extension(address));

const aligned: Record<string, string> = {
  alignleft: "align-left",
  alignright: "align-right",
  aligncenter: "align-center",
};

/** `[caption]`: the picture, with its link, and the words after it. */
export function captionHtml({ attributes }: Shortcode, inner: string): string {
  const className = aligned[attributes.get("align") ?? ""] ?? "";
  const given = attributes.get("caption");
  if (given !== undefined) return figureHtml(inner.trim(), given, className);
  const scanner = new MarkupScanner(inner);
  let end = 0;
  for (let piece = scanner.next(); piece && end === 0; piece = scanner.next()) if (piece.name === "img") end = piece.to;
  const after = /^\s{0,20}<\/a>/i.exec(inner.slice(end, end + 40));
  if (end > 0 && after) end += after[0].length;
  return figureHtml(inner.slice(0, end).trim(), inner.slice(end), className);
}

/** Numbers of files; the others, which the file does not have, are noted. */
function known(ids: readonly string[], context: MediaContext): FileFacts[] {
  return ids.flatMap((id) => {
    const file = context.file(id);
    if (!file) context.missingFiles.add(id);
    return file ? [file] : [];
  });
}

const listed = (text: string | undefined): string[] =>
  (text ?? "")
    .split(/[\s,]+/)
    .filter((id) => id !== "")
    .slice(0, 1000);

function filesOf({ attributes }: Shortcode, context: MediaContext): { files: FileFacts[]; isListed: boolean } {
  const ids = listed(attributes.get("ids") ?? attributes.get("include"));
  if (ids.length > 0) return { files: known(ids, context), isListed: true };
  const left = new Set(listed(attributes.get("exclude")));
  const own = context.filesOf(attributes.get("id") ?? context.postId).filter((id) => !left.has(id));
  return { files: known(own, context), isListed: false };
}

/** `[gallery]`: a figure for each picture. */
export function galleryHtml(mark: Shortcode, context: MediaContext): string {
  const { files, isListed } = filesOf(mark, context);
  return files
    .filter((file) => isListed || isPicture(file))
    .map(({ address, alt, caption }) => figureHtml(imageHtml(address, alt), escaped(caption)))
    .join("\n");
}

/** `[playlist]`: a player for each file. */
export function playlistHtml(mark: Shortcode, context: MediaContext): string {
  const isVideo = mark.attributes.get("type") === "video";
  const { files, isListed } = filesOf(mark, context);
  return files
    .filter(({ address }) => isListed || (isVideo ? video : audio).includes(extension(address)))
    .map(({ address, caption }) => figureHtml((isVideo ? videoHtml : audioHtml)(address), escaped(caption)))
    .join("\n");
}

/** The first address in what stands between the tags. */
function addressIn(inner: string): string {
  for (const { kind, from, to } of piecesOf(inner)) {
    if (kind !== "open") continue;
    const found = attributesIn(inner.slice(from, to)).find(({ name }) => name === "src" || name === "href");
    if (found) return found.value;
  }
  return /https?:\/\/\S+/.exec(plainTextOf(inner))?.[0] ?? "";
}

/** `[audio]` and `[video]`; null where they name no file. */
export function playerOf({ name, attributes, values }: Shortcode, inner: string): string | null {
  const types = name === "audio" ? audio : video;
  const address =
    attributes.get("src") ||
    types.map((type) => attributes.get(type) ?? "").find((value) => value !== "") ||
    values.find((value) => /^https?:/.test(value)) ||
    addressIn(inner);
  if (address === "") return null;
  if (!/^(?:https?:)?\/\/|^\//.test(address)) return linkHtml(address, address);
  return name === "audio" ? audioHtml(address) : videoHtml(address, attributes.get("poster") ?? "");
}
