import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isShown } from "../services/files/media-types";
import { placeOf } from "../text/uploads";
import { getStoredFile } from "../features/attachments/queries";
import { PIECE, storage } from "../services/files/storage";
import { visitor } from "../core/access";
import { toAppError } from "../core/errors";
import { partOf } from "../doors/ranges";
import { isReadable } from "./addresses";
import { isKnown } from "./packing";

const YEAR_SECONDS = 31_536_000;

/** With more files than this being sent at a time, each is read in pieces of so many bytes; two pieces wait for a slow reader. */
const [MANY, SMALL_PIECE] = [64, 4 * 1024];

let sending = 0;

/** RFC 6266: the name in ASCII for old programs, and in full for others. */
const dispositionOf = (mediaType: string, fileName: string): string =>
  `${isShown(mediaType) ? "inline" : "attachment"}; filename="${fileName.replace(/[^\w.-]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

type File = Awaited<ReturnType<typeof getStoredFile>>;

/**
 * An address with the current version never shows anything else, so browsers keep it for a year. Without one, or with
 * an earlier one, it is checked each time, which costs a 304.
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
    // A drawing opened by itself is a document, which may only draw. Browsers' PDF readers do not run in a sandbox.
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
  sending += 1;
  try {
    await pipeline(storage().read(file.path, start, end, sending > MANY ? SMALL_PIECE : PIECE), res);
  } finally {
    sending -= 1;
  }
}

/** Serves attachments' files, whole or in part; calls on for other addresses. */
export function uploadedFiles(
  fault: (error: unknown) => void,
): (req: IncomingMessage, res: ServerResponse, next: () => void) => void {
  return (req, res, next) => {
    if (!req.url?.startsWith("/uploads/") || (req.method !== "GET" && req.method !== "HEAD")) return next();
    send(req, res, new URL(req.url, "http://localhost")).catch((thrown: unknown) => {
      const error = toAppError(thrown);
      // A visitor who leaves half-way is no failure.
      if (error.status >= 500 && !res.destroyed) fault(thrown);
      if (res.headersSent) res.destroy();
      else res.writeHead(error.status, nothing).end();
    });
  };
}
