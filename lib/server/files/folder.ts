import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { LRUCache } from "lru-cache";
import { encodingOf, isKnown } from "../keeping/packing";
import { endWith } from "../answers/sending";

/** Answers a request, or calls on where it has nothing. */
export type Files = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

type Options = {
  /** Seconds for which browsers keep a file without asking. */
  maxAge: number;
  /** Whether a file's name changes with its content. */
  immutable?: boolean;
  headers?: (path: string) => Record<string, string>;
};

type File = { place: string; headers: Record<string, string>; etag: string };

/** Bytes of files in memory; all those of a build have 10 MB in their three packings, and browsers ask for one. */
const MOST = 16 * 1024 * 1024;

/** Files by their place and version. All who ask for one are sent the same bytes, however slowly they read. */
const kept = new LRUCache<string, Buffer, string>({
  maxSize: MOST,
  sizeCalculation: ({ byteLength }) => byteLength + 1,
  fetchMethod: (_key, _old, { context }) => readFile(context),
});

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
const packings = { br: ".br", gzip: ".gz" } as const;

/** The files of a folder by their addresses below it; names that begin with a dot are left out. */
function filesIn(folder: string, { maxAge, immutable = false }: Options): Map<string, File> {
  const found = new Map<string, File>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = name.split(sep).join("/");
    const place = join(folder, name);
    const stat = statSync(place);
    if (!stat.isFile() || path.split("/").some((part) => part.startsWith("."))) continue;
    const { size, mtime } = stat;
    const etag = `"${size}-${mtime.getTime()}"`;
    const headers = {
      "Content-Type": types[extname(path)] ?? "application/octet-stream",
      "Content-Length": String(size),
      "Last-Modified": mtime.toUTCString(),
      "Cache-Control": `public, max-age=${maxAge}${immutable ? ", immutable" : ""}`,
      ETag: etag,
    };
    found.set(`/${path}`, { place, headers, etag });
  }
  return found;
}

/** A file in the packing that a request accepts, and the headers that say so. */
function packedFor(req: IncomingMessage, files: Map<string, File>, path: string, plain: File): File {
  const wanted = encodingOf(req.headers["accept-encoding"]);
  const packed = wanted === "identity" ? undefined : files.get(path + packings[wanted]);
  const isPacked = Object.values(packings).some((suffix) => files.has(path + suffix));
  if (!isPacked) return plain;
  const { place, headers, etag } = packed ?? plain;
  return {
    place,
    etag,
    headers: {
      ...headers,
      "Content-Type": plain.headers["Content-Type"] ?? "",
      Vary: "Accept-Encoding",
      ...(packed && { "Content-Encoding": wanted }),
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Answers the files of a folder from memory, in the packings that the build made of them. */
export function filesOf(folder: string, options: Options): Files {
  const files = filesIn(folder, options);
  return (req, res, next) => {
    const path = decoded((req.url ?? "/").split("?", 1)[0] ?? "/");
    const plain = files.get(path);
    if (!plain || (req.method !== "GET" && req.method !== "HEAD")) return next();
    const file = packedFor(req, files, path, plain);
    const { etag, place } = file;
    const headers = { ...file.headers, ...options.headers?.(path) };
    if (isKnown(req.headers["if-none-match"], etag)) {
      const { "Content-Length": _length, ...unchanged } = headers;
      return void res.writeHead(304, unchanged).end();
    }
    if (req.method === "HEAD") return void res.writeHead(200, headers).end();
    const send = (bytes: Buffer | undefined) => {
      // The build was replaced by another one while the program ran.
      if (bytes?.byteLength !== Number(headers["Content-Length"]))
        return void res.writeHead(404, { "Cache-Control": "no-store", "Content-Length": "0" }).end();
      endWith(req, res.writeHead(200, headers), bytes);
    };
    const key = `${place} ${etag}`;
    const there = kept.get(key);
    if (there) return send(there);
    kept.fetch(key, { context: place }).then(send, () => send(undefined));
  };
}
