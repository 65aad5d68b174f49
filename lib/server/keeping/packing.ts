import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib";
import type { Viewed } from "../../core/cache-keys";
import { etagOf } from "../../core/etag";
import { paceFor } from "../../core/readers-pace";
import type { Answer, Encoding } from "./page-cache";

const [brotli, unbrotli, zip, unzip] = [
  promisify(brotliCompress),
  promisify(brotliDecompress),
  promisify(gzip),
  promisify(gunzip),
];

/** Bytes below which packing gains nothing. */
const WORTH_PACKING = 256;

const refusesBrotli = /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/;
const refusesGzip = /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/;

/** The best packing that a request accepts; `*` and weights beyond `q=0` are rare and ignored. */
export function encodingOf(accept: string | undefined): Encoding {
  if (accept === undefined) return "identity";
  const weighs = accept.includes(";");
  if (accept.includes("br") && !(weighs && refusesBrotli.test(accept))) return "br";
  if (accept.includes("gzip") && !(weighs && refusesGzip.test(accept))) return "gzip";
  return "identity";
}

/** A window no wider than the body: the default takes 4 MB for each page of 20 KB. */
const brotliFor = (bytes: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(
    constants.BROTLI_DEFAULT_WINDOW,
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))),
  ),
});

const pack = {
  identity: async (bytes: Buffer) => bytes,
  br: (bytes: Buffer) => brotli(bytes, { params: brotliFor(bytes.byteLength) }),
  gzip: (bytes: Buffer) => zip(bytes, { level: 7 }),
};
const unpack = { identity: async (bytes: Buffer) => bytes, br: unbrotli, gzip: unzip };

/**
 * The same bytes in memory of their own: zlib answers with the beginning of 16 KB, and short bodies lie in a piece that
 * they share with others, all of which would be kept with them.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

type Whole = { status: number; headers: readonly (readonly [string, string])[]; body: Buffer; viewOf: Viewed | null };

/**
 * Packs a finished answer on demand, compressed off the main thread, with a strong ETag per packing where it is no refusal
 * and leads nowhere else. The body is held in one packing; rarer ones are made of that, once for all who ask meanwhile.
 */
export function packer({ status, headers, body, viewOf }: Whole): (encoding: Encoding) => Promise<Answer> {
  const given = headers
    .find(([name]) => name.toLowerCase() === "etag")?.[1]
    .replace(/^W\//, "")
    .slice(1, -1);
  const rest = headers
    .filter(
      ([name]) =>
        ![
          "etag",
          "content-length",
          "content-encoding",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "date",
          "vary",
        ].includes(name.toLowerCase()),
    )
    .flat();
  const tag = given ?? etagOf(rest, body);
  const isPackable = body.byteLength >= WORTH_PACKING;
  let held: { as: Encoding; bytes: Buffer } = { as: "identity", bytes: alone(body) };
  const bodyAs = async (wanted: Encoding): Promise<Buffer> => {
    if (held.as === wanted) return held.bytes;
    const bytes = alone(await pack[wanted](await unpack[held.as](held.bytes)));
    if (held.as === "identity") held = { as: wanted, bytes };
    return bytes;
  };
  const packed = async (as: Encoding): Promise<Answer> => {
    const etag = status !== 200 ? null : as === "identity" ? `"${tag}"` : `"${tag}-${as}"`;
    const bytes = await bodyAs(as);
    const unchanged = [...(etag === null ? [] : ["ETag", etag]), "Vary", "Accept-Encoding"];
    const flat = [
      ...rest,
      ...unchanged,
      "Content-Length",
      String(bytes.byteLength),
      ...Object.entries(paceFor(bytes.byteLength)).flat(),
      ...(as === "identity" ? [] : ["Content-Encoding", as]),
    ];
    return { status, headers: flat, unchanged, etag, body: bytes, viewOf };
  };
  const packing = new Map<Encoding, Promise<Answer>>();
  return (encoding) => {
    const as = isPackable ? encoding : "identity";
    const running = packing.get(as) ?? packed(as).finally(() => packing.delete(as));
    packing.set(as, running);
    return running;
  };
}

/** Whether `If-None-Match` names this answer. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string | null): boolean =>
  ifNoneMatch !== undefined && etag !== null && (ifNoneMatch === "*" || ifNoneMatch.includes(etag));
