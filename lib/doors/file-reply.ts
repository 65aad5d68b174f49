import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { partOf } from "./ranges";

/** A file that an operation answers with. */
export type SentFile = { path: string; name: string; size: number; mediaType: string };
/** The bytes of a file that answer a request. */
export type FilePart = { path: string; start: number; end: number };

type Reply = { status: number; headers: Record<string, string>; body: null; file?: FilePart };

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

/** A file, or the part of it that was asked for. Its name never means another file, so that it tells versions apart. */
export function fileReply({ path, name, size, mediaType }: SentFile, { headers: asked }: Request): Reply {
  const etag = `"${name}"`;
  const headers = {
    "content-type": mediaType,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "accept-ranges": "bytes",
    etag,
  };
  const condition = asked.get("if-range");
  const part = partOf(condition === null || condition === etag ? asked.get("range") : null, size);
  if (part === "none")
    return {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${size}`, "content-length": "0" },
      body: null,
    };
  const { start, end } = part ?? { start: 0, end: size - 1 };
  return {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "content-length": String(end - start + 1),
      ...(part && { "content-range": `bytes ${start}-${end}/${size}` }),
    },
    body: null,
    ...(size > 0 && { file: { path, start, end } }),
  };
}

/** Reads the bytes of such an answer. */
export const bytesOf = ({ path, start, end }: FilePart): Readable =>
  createReadStream(path, { start, end, highWaterMark: PIECE });
