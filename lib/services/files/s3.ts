import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { LRUCache } from "lru-cache";
import type { S3Settings } from "../../core/env";
import { AppError, notFound } from "../../core/errors";
import { contentTypeOf, dispositionOf, IMMUTABLE } from "./disposition";
import { checkName, type Storage } from "./storage-shape";

/** Milliseconds within which the service has to connect, to begin an answer, and to go on with one; how often it is asked. */
export const s3Limits = { connect: 3000, answer: 10_000, idle: 15_000, tries: 3, pause: 100 };

/** Milliseconds for which a sign that files are held counts, and between two of them: clocks may differ by minutes. */
const [HOLD_MS, SIGN_MS] = [3_600_000, 600_000];

/** The sizes of files that are remembered: they never change. */
const MOST_SIZES = 10_000;

/** Everything of the site lies below this in the bucket. */
const PREFIX = "uploads/";
/** Where signs that files are held lie, which all servers see. */
const HOLDS = "holds/";
const keyOf = (name: string): string => `${PREFIX}${checkName(name)}`;

/** What the client tells of a refusal. */
type Refusal = { name?: string; $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown): number | undefined => (error as Refusal).$metadata?.httpStatusCode;
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && (error as Refusal).name !== "NoSuchBucket";
/** Whether the same request may succeed later: no answer, a fault of the service, or a body that did not arrive whole. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || status >= 500 || status === 408 || status === 429) return true;
  return ["BadDigest", "IncompleteBody", "RequestTimeout"].includes((error as Refusal).name ?? "");
}

async function repeated<T>(work: () => Promise<T>, most = s3Limits.tries): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries >= most || !mayPass(error)) throw error;
      await pause(s3Limits.pause * 4 ** (tries - 1) * (0.5 + Math.random()));
    }
}

/** What a caller gets where the service does not answer, or refuses our key. */
const unreachable = (cause: unknown): AppError =>
  new AppError("unavailable", "The store of files does not answer. Please try again in some seconds.", {
    reason: "files_unreachable",
    retryAfter: 10,
    cause,
  });

const orUnreachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? error : unreachable(error);
  }
};

/** Gives a request so long to begin its answer; its body may take longer. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), s3Limits.answer);
  try {
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
  }
}

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

const silent = () => undefined;

/** Connections to the service at a time. */
const sockets = { keepAlive: true, maxSockets: 500 };

/** Loaded when the first file is asked for; sites without S3 never do. */
async function connect(settings: S3Settings) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region: settings.region,
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Requests are repeated here, since the client cannot read a stream a second time.
    maxAttempts: 1,
    // What it tells its logger, the errors say as well.
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    // Other services than Amazon's know the older checksums only.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: s3Limits.connect,
      socketTimeout: s3Limits.idle,
      // Readers who take their time hold one each.
      ...(settings.endpoint?.startsWith("http:") ? { httpAgent: sockets } : { httpsAgent: sockets }),
    },
  });
  return { sdk, client };
}

type Connection = { sdk: typeof import("@aws-sdk/client-s3"); client: S3Client };

/** The files of a site in a bucket of its own; `isSiteBeside` says whether another site names some of them. */
export function s3Storage(settings: S3Settings, isSiteBeside: () => Promise<boolean>): Storage {
  const { bucket: Bucket } = settings;
  let connection: Promise<Connection> | undefined;
  const connected = () => (connection ??= connect(settings));
  const sizes = new LRUCache<string, number>({ max: MOST_SIZES });

  async function head(name: string): Promise<{ size: number; sha256: string | null } | null> {
    const { sdk, client } = await connected();
    try {
      const found = await orUnreachable(
        repeated(() =>
          inTime((abortSignal) =>
            client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) }), { abortSignal }),
          ).catch((error: unknown) => {
            if (isMissing(error)) throw notFound();
            throw error;
          }),
        ),
      );
      return { size: found.ContentLength ?? 0, sha256: found.Metadata?.sha256 ?? null };
    } catch (error) {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
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
  async function* objects(prefix: string, tries?: number): AsyncGenerator<{ key: string; time: Date }> {
    const { sdk, client } = await connected();
    let next: string | undefined;
    do {
      const input = { Bucket, Prefix: prefix, ...(next !== undefined && { ContinuationToken: next }) };
      const page = await repeated(
        () => inTime((abortSignal) => client.send(new sdk.ListObjectsV2Command(input), { abortSignal })),
        tries,
      );
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, time: LastModified ?? new Date() };
      next = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async function isHeld(tries?: number): Promise<boolean> {
    if (await isSiteBeside()) return true;
    for await (const { time } of objects(HOLDS, tries)) if (Date.now() - time.getTime() < HOLD_MS) return true;
    return false;
  }

  return {
    // As long as a large file may take to arrive, with clocks that differ.
    grace: 3_600_000,

    async put(name, from, facts) {
      const { md5, sha256, size } = await digestsOf(from);
      const { sdk, client } = await connected();
      const send = async () => {
        const body = createReadStream(from);
        try {
          await client.send(
            new sdk.PutObjectCommand({
              Bucket,
              Key: keyOf(name),
              Body: body,
              ContentLength: size,
              ContentMD5: md5,
              ContentType: contentTypeOf(facts.mediaType),
              ContentDisposition: dispositionOf(facts),
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
      return Readable.from(whole(name, start, end, first), { objectMode: false });
    },

    async size(name) {
      const known = sizes.get(name);
      if (known !== undefined) return known;
      const found = await head(name);
      if (found) sizes.set(name, found.size);
      return found?.size ?? null;
    },

    notedDigest: async (name) => (await head(name))?.sha256 ?? null,

    async hold() {
      const { sdk, client } = await connected();
      const Key = `${HOLDS}${randomBytes(8).toString("hex")}`;
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

    isHeld: () => isHeld(),

    async remove(folders, strictly = false) {
      if (folders.length === 0) return;
      // Whoever deleted something waits for it.
      const tries = strictly ? s3Limits.tries : 1;
      try {
        if (!strictly && (await isHeld(tries))) return;
        const { sdk, client } = await connected();
        for (const folder of folders)
          for await (const { key } of objects(`${keyOf(folder)}/`, tries)) {
            await repeated(
              () =>
                inTime((abortSignal) =>
                  client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }),
                ),
              tries,
            );
            sizes.delete(key.slice(PREFIX.length));
          }
      } catch (error) {
        // The change that asked for it is stored already, and the next sweep removes them.
        if (strictly) throw error;
      }
    },

    async *folders(depth) {
      let last = { name: "", time: new Date(0) };
      // In the order of their names, so that files of a folder stand together.
      for await (const { key, time } of objects(PREFIX)) {
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
