import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { AT_READERS_PACE } from "../../core/readers-pace";
import { contentTypeOf, dispositionOf, IMMUTABLE } from "../../services/files/disposition";
import { isShown } from "../../services/files/media-types";
import { variantFacts } from "../../services/files/names";
import { placeOf } from "../../text/uploads";
import { getStoredFile } from "../../features/attachments/queries";
import { PIECE, storage } from "../../services/files/storage";
import { FairTurns } from "../../services/limits/fair-turns";
import { widestNetworkOf } from "../../services/limits/networks";
import { visitor } from "../../core/access";
import { env } from "../../core/env";
import { isFault, toAppError } from "../../core/errors";
import { busy } from "../../core/waiting-line";
import { lookUp } from "../../doors/look-ups";
import { partOf } from "../../doors/ranges";
import { isReadable } from "../addresses/addresses";
import { FileReaders } from "./file-readers";
import { clientIp } from "../connections/limits";
import { isKnown } from "../keeping/packing";
import { Pieces } from "../connections/pieces";
import { requestIdOf } from "../addresses/request-id";

/** An address that stays leads for a day to where its file is; the file itself is kept for longer. */
const LEADING = "public, max-age=86400";

/**
 * With more files than this being sent at a time, in all or to one network, each is read in pieces of so many bytes; four
 * pieces wait for a slow reader. Browsers ask for six at a time.
 */
const [MANY, MANY_OF_NETWORK, SMALL_PIECE] = [64, 8, 4 * 1024];
/** Files of the disk that a network may read at a time, however many are read in all: real crowds are of many networks. */
const FEW = 64;
/** Seconds after which to ask again. */
const AGAIN_S = 5;

/**
 * Files that are asked of a bucket begin one by one, each after so many turns of the event loop: each takes some milliseconds
 * of it, and a crowd that comes for another file as soon as it loses the one before kept pages waiting for seconds.
 */
const bucketTurns = new FairTurns({
  atOnce: 1,
  mostWaiting: 500,
  retryAfter: AGAIN_S,
  longestMs: 20_000,
  remembered: 60_000,
});
const LOOP_TURNS_BEFORE = 3;

let sending = 0;
const pieces = new Pieces();
const readers = new FileReaders();

type File = Awaited<ReturnType<typeof getStoredFile>>;

/**
 * An address with the current version never shows anything else, so browsers keep it for a year. Without one, or with
 * an earlier one, it is checked each time, which costs a 304.
 */
const freshness = (file: File, asked: string | null): string =>
  asked === file.version ? IMMUTABLE : "public, max-age=0, must-revalidate";

function headersOf(file: File, asked: string | null): Record<string, string> {
  return {
    "Content-Type": contentTypeOf(file.mediaType),
    "Content-Disposition": dispositionOf(file.original ? file : variantFacts(file.fileName)),
    "Cache-Control": freshness(file, asked),
    "Accept-Ranges": "bytes",
    ...AT_READERS_PACE,
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

/** Forgets the head of a request, which would stay in memory as long as its sender takes to read the answer. */
function forgetHead(req: IncomingMessage): void {
  // The log may ask for it.
  requestIdOf(req);
  req.headers = {};
  req.rawHeaders = [];
}

async function waitForBucketTurn(network: string, hasLeft: () => boolean): Promise<void> {
  const loopTurns = async () => {
    for (let left = LOOP_TURNS_BEFORE; left > 0; left -= 1) await new Promise(setImmediate);
  };
  await bucketTurns.take({ stranger: network }, loopTurns, { hasLeft });
}

async function send(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
  const network = widestNetworkOf(clientIp(req));
  // Counted before anything is looked up: a crowd asks at the same time. Of a bucket, HEAD takes as much as the bytes.
  const isCounted = req.method === "GET" || env.s3 !== undefined;
  if (isCounted && !readers.takes(res, network, env.s3 ? 0 : FEW)) throw busy(AGAIN_S);
  const place = placeOf(url.pathname);
  const file =
    place && isReadable(place.last)
      ? await lookUp({ ip: clientIp(req) }, () =>
          getStoredFile(visitor, { folder: place.folder, last: decodeURIComponent(place.last) }),
        )
      : null;
  if (file !== null && env.filesUrl !== undefined)
    return void res
      .writeHead(302, {
        ...nothing,
        Location: `${env.filesUrl}/uploads/${file.path}`,
        "Cache-Control": file.version === url.searchParams.get("v") ? LEADING : "public, max-age=0, must-revalidate",
      })
      .end();
  // A bucket is asked nothing for whoever has left, or lost its place, which was told so.
  const isOver = () => res.destroyed || res.writableEnded;
  if (isOver()) return;
  if (file !== null && env.s3 !== undefined) await waitForBucketTurn(network, isOver);
  const size = file === null ? null : await storage().size(file.path);
  if (isOver()) return;
  if (file === null || size === null) return void res.writeHead(404, nothing).end();
  const etag = `"${file.version}${file.original ? "" : `-${file.path.split("/").at(-1)?.split(".")[0]}`}"`;
  const headers = { ...headersOf(file, url.searchParams.get("v")), ETag: etag };
  if (isKnown(req.headers["if-none-match"], etag)) return void res.writeHead(304, headers).end();
  const { range, "if-range": ifRange } = req.headers;
  const part = partOf(ifRange === undefined || ifRange === etag ? range : undefined, size);
  if (part === "none")
    return void res.writeHead(416, { ...headers, "Content-Range": `bytes */${size}`, "Content-Length": "0" }).end();
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const piece = sending >= MANY || readers.readBy(network) > MANY_OF_NETWORK ? SMALL_PIECE : PIECE;
  // Opened before the head is sent, so that a store that does not answer is told with a status.
  const content = req.method === "HEAD" ? null : await storage().read(file.path, start, end, piece);
  if (isOver()) return void content?.destroy();
  res.writeHead(part ? 206 : 200, {
    ...headers,
    "Content-Length": String(end - start + 1),
    ...(part && { "Content-Range": `bytes ${start}-${end}/${size}` }),
  });
  if (content === null) return void res.end();
  forgetHead(req);
  sending += 1;
  try {
    await pipeline(content, pieces.stream(network), res);
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
      if (res.writableEnded) return;
      const error = toAppError(thrown);
      // A visitor who leaves half-way is no failure.
      if (isFault(thrown, error.status) && !res.destroyed) fault(thrown);
      if (res.headersSent) res.destroy();
      else {
        const { retryAfter } = error.extra;
        res
          .writeHead(error.status, {
            ...nothing,
            ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
          })
          .end();
      }
    });
  };
}
