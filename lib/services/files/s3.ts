import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { S3Settings } from "../../core/env";
import { notFound } from "../../core/errors";
import { contentTypeOf, dispositionWithoutPolicy, IMMUTABLE } from "./disposition";
import {
  bucketFailure,
  connect,
  type Connection,
  inTime,
  isMissing,
  orUnreachable,
  repeated,
  s3Limits,
  unreachable,
} from "./s3-connection";
import { checkName, type Storage } from "./storage-shape";

/** Milliseconds for which a sign that files are held counts, and between two of them: clocks may differ by minutes. */
const [HOLD_MS, SIGN_MS] = [3_600_000, 600_000];

/** Everything of the site lies below this in the bucket. */
const PREFIX = "uploads/";
/** Where signs that files are held lie, which all servers see. */
const HOLDS = "holds/";
const keyOf = (name: string): string => `${PREFIX}${checkName(name)}`;

/** The digests of a local file, of which the service checks the first. */
async function digestsOf(file: string): Promise<{ md5: string; sha256: string; size: number }> {
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  let size = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    md5.update(piece);
    sha256.update(piece);
    size += piece.length;
  }
  return { md5: md5.digest("base64"), sha256: sha256.digest("hex"), size };
}

/** The files of a site in a bucket of its own; `isSiteBeside` says whether another site names some of them. */
export function s3Storage(settings: S3Settings, isSiteBeside: () => Promise<boolean>): Storage {
  const { bucket: Bucket } = settings;
  let connection: Promise<Connection> | undefined;
  const connected = () => (connection ??= connect(settings));

  async function head(name: string): Promise<{ size: number; sha256: string | null } | null> {
    const { sdk, client } = await connected();
    const command = new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) });
    try {
      const found = await repeated(() => inTime((abortSignal) => client.send(command, { abortSignal })));
      return { size: found.ContentLength ?? 0, sha256: found.Metadata?.sha256 ?? null };
    } catch (error) {
      if (isMissing(error)) return null;
      throw unreachable(error);
    }
  }

  async function bodyOf(name: string, start: number, end: number): Promise<Readable> {
    const { sdk, client } = await connected();
    const command = new sdk.GetObjectCommand({ Bucket, Key: keyOf(name), Range: `bytes=${start}-${end}` });
    try {
      const { Body } = await repeated(() => inTime((abortSignal) => client.send(command, { abortSignal })));
      if (!(Body instanceof Readable)) throw new Error("S3 answered without a body.");
      return Body;
    } catch (error) {
      throw isMissing(error) ? notFound() : error;
    }
  }

  /** Every byte from `start` to `end`: what breaks off is asked for again from there. */
  async function* whole(name: string, start: number, end: number, first: Readable): AsyncGenerator<Buffer> {
    let [at, body] = [start, first];
    for (let tries = 1; ; tries += 1)
      try {
        for await (const piece of body as AsyncIterable<Buffer>) {
          at += piece.length;
          // An answer that goes on may break off as often as its reader pauses.
          tries = 0;
          yield piece;
        }
        if (at > end) return;
        throw new Error("The answer of S3 ended early.");
      } catch (error) {
        if (at > end) return;
        if (tries >= s3Limits.tries) throw error;
        body = await bodyOf(name, at, end);
      }
  }

  /** Every object below a prefix. */
  async function* objects(
    prefix: string,
    { tries, sweep }: { tries?: number; sweep?: AbortSignal | undefined } = {},
  ): AsyncGenerator<{ key: string; time: Date }> {
    const { sdk, client } = await connected();
    let next: string | undefined;
    do {
      const input = { Bucket, Prefix: prefix, ...(next !== undefined && { ContinuationToken: next }) };
      const list = () =>
        inTime((abortSignal) => client.send(new sdk.ListObjectsV2Command(input), { abortSignal }), sweep);
      const page = await repeated(list, tries, sweep).catch((error: unknown) => {
        sweep?.throwIfAborted();
        throw bucketFailure(settings, error);
      });
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, time: LastModified ?? new Date() };
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async function isHeld(how: { tries?: number; sweep?: AbortSignal | undefined }): Promise<boolean> {
    if (await isSiteBeside()) return true;
    for await (const { time } of objects(HOLDS, how)) if (Date.now() - time.getTime() < HOLD_MS) return true;
    return false;
  }

  return {
    // As long as a large file may take to arrive, with clocks that differ.
    grace: 3_600_000,

    async put(name, from, facts) {
      const { md5, sha256, size } = await digestsOf(from);
      const { sdk, client } = await connected();
      const send = async () => {
        // Opened first: a stream that is abandoned while its file opens would emit an error that nothing handles.
        const body = (await open(from)).createReadStream();
        try {
          await client.send(
            new sdk.PutObjectCommand({
              Bucket,
              Key: keyOf(name),
              Body: body,
              ContentLength: size,
              ContentMD5: md5,
              ContentType: contentTypeOf(facts.mediaType),
              ContentDisposition: dispositionWithoutPolicy(facts),
              CacheControl: IMMUTABLE,
              Metadata: { sha256 },
            }),
          );
        } finally {
          body.destroy();
        }
      };
      await orUnreachable(repeated(send));
    },

    async read(name, start, end) {
      const first = await orUnreachable(bodyOf(name, start, end));
      const content = Readable.from(whole(name, start, end, first), { objectMode: false });
      // A generator that has not begun ends nothing: whoever leaves before would keep a connection until it is idle for too
      // long.
      return content.once("close", () => first.destroy());
    },

    size: async (name) => (await head(name))?.size ?? null,

    notedDigest: async (name) => (await head(name))?.sha256 ?? null,

    async hold(holder) {
      const { sdk, client } = await connected();
      const Key = `${HOLDS}${holder}-${randomBytes(8).toString("hex")}`;
      const sign = () =>
        orUnreachable(repeated(() => client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: "held" }))));
      await sign();
      // A sign that fails is made again by the next one, long before the last one is over.
      const signs = setInterval(() => void sign().catch(() => undefined), SIGN_MS).unref();
      return async () => {
        clearInterval(signs);
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key })).catch(() => undefined);
      };
    },

    isHeld: (sweep) => isHeld({ sweep }),

    async remove(folders, sweep) {
      if (folders.length === 0) return;
      // Outside of a sweep somebody waits for this, so it is tried once only.
      const how = { tries: sweep ? s3Limits.tries : 1, sweep };
      try {
        if (!sweep && (await isHeld(how))) return;
        const { sdk, client } = await connected();
        const removed = (Key: string) =>
          inTime((abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }), sweep);
        for (const folder of folders)
          for await (const { key } of objects(`${keyOf(folder)}/`, how))
            await repeated(() => removed(key), how.tries, sweep);
      } catch (error) {
        // The change that asked for it is stored already, and the next sweep removes them.
        if (sweep) throw error;
      }
    },

    async *folders(depth, sweep) {
      let last = { name: "", time: new Date(0) };
      // In the order of their names, so that files of a folder stand together.
      for await (const { key, time } of objects(PREFIX, { sweep })) {
        const parts = key.slice(PREFIX.length).split("/");
        if (parts.length <= depth) continue;
        const name = parts.slice(0, depth).join("/");
        if (name === last.name) {
          if (time > last.time) last = { name, time };
          continue;
        }
        if (last.name !== "") yield last;
        last = { name, time };
      }
      if (last.name !== "") yield last;
    },
  };
}
