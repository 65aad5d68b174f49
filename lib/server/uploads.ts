import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isShown } from "../services/files/media-types";
import { placeOf } from "../text/uploads";
import { getStoredFile } from "../features/attachments/queries";
import { storage } from "../services/files/storage";
import { visitor } from "../core/access";
import { toAppError } from "../core/errors";
import { isReadable } from "./addresses";
import { isKnown } from "./packing";

const YEAR_SECONDS = 31_536_000;

type Part = { start: number; end: number };

/** The one part of `size` bytes that a request asks for; null: all of it (as for several parts, which nobody needs), "none": a part that is not there. */
function partOf(range: string | undefined, size: number): Part | "none" | null {
  const [all, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (all === undefined || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start >= size || start > end || (first === "" && Number(last) === 0) ? "none" : { start, end };
}

/** RFC 6266: the name in ASCII for old programs, and as it is for all others. */
const dispositionOf = (mediaType: string, fileName: string): string =>
  `${isShown(mediaType) ? "inline" : "attachment"}; filename="${fileName.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

type File = Awaited<ReturnType<typeof getStoredFile>>;

/**
 * An address with the version that is there now never shows anything else, so it is kept for a year.
 * Without one, or with one from before a replacement, it is asked for each time, which costs 304.
 */
function headersOf(file: File, asked: string | null): Record<string, string> {
  return {
    "Content-Type":
      file.mediaType === "text/plain" || file.mediaType === "text/vtt"
        ? `${file.mediaType}; charset=utf-8`
        : file.mediaType,
    "Content-Disposition": dispositionOf(
      file.mediaType,
      file.original ? file.fileName : file.fileName.replace(/\.[^.]*$/, ".webp"),
    ),
    "Cache-Control":
      asked === file.version ? `public, max-age=${YEAR_SECONDS}, immutable` : "public, max-age=0, must-revalidate",
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    // A drawing opened by itself is a document: it may draw, and nothing else. Browsers' PDF readers do not run in a sandbox.
    ...(file.mediaType === "image/svg+xml" || !isShown(file.mediaType)
      ? { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
      : {}),
  };
}

/** Headers of an answer without a file. */
const nothing = { "Cache-Control": "no-store", "Content-Length": "0", "X-Content-Type-Options": "nosniff" };

async function send(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
  const place = placeOf(url.pathname);
  const file =
    place && isReadable(place.last)
      ? await getStoredFile(visitor, { folder: place.folder, last: decodeURIComponent(place.last) })
      : null;
  const size = file === null ? null : await storage().size(file.path);
  if (file === null || size === null) return void res.writeHead(404, nothing).end();
  const etag = `"${file.version}${file.original ? "" : `-${file.path.split("/").at(-1)?.split(".")[0]}`}"`;
  const headers = { ...headersOf(file, url.searchParams.get("v")), ETag: etag };
  if (isKnown(req.headers["if-none-match"], etag)) return void res.writeHead(304, headers).end();
  const { range, "if-range": ifRange } = req.headers;
  const part = partOf(ifRange === undefined || ifRange === etag ? range : undefined, size);
  if (part === "none")
    return void res.writeHead(416, { ...headers, "Content-Range": `bytes */${size}`, "Content-Length": "0" }).end();
  const { start, end } = part ?? { start: 0, end: size - 1 };
  res.writeHead(part ? 206 : 200, {
    ...headers,
    "Content-Length": String(end - start + 1),
    ...(part && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (req.method === "HEAD") return void res.end();
  await pipeline(storage().read(file.path, start, end), res);
}

/** Answers the files of attachments, in whole or in part; calls on for every other address. */
export function uploadedFiles(
  fault: (error: unknown) => void,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    if (!req.url?.startsWith("/uploads/") || (req.method !== "GET" && req.method !== "HEAD")) return next();
    send(req, res, new URL(req.url, "http://localhost")).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      // A visitor who leaves half-way is no fault of ours.
      if (error.status >= 500 && !res.destroyed) fault(thrown);
      if (res.headersSent) res.destroy();
      else res.writeHead(error.status, nothing).end();
    });
  };
}
