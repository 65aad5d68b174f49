import { setTimeout as pause } from "node:timers/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "../../core/env";
import { AppError } from "../../core/errors";

/** Milliseconds within which the service has to connect, to begin an answer, and to go on with one; how often it is asked. */
export const s3Limits = { connect: 3000, answer: 10_000, idle: 15_000, tries: 3, pause: 100 };

/** What the client tells of a refusal. */
type Refusal = { name?: string; $metadata?: { httpStatusCode?: number } };
const statusOf = (error: unknown): number | undefined => (error as Refusal).$metadata?.httpStatusCode;
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Refusal).name !== "NoSuchBucket";
/** Whether the same request may succeed later: no answer, a fault of the service, or a body that did not arrive whole. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || status >= 500 || status === 408 || status === 429) return true;
  return ["BadDigest", "IncompleteBody", "RequestTimeout"].includes((error as Refusal).name ?? "");
}

/** Repeats what may succeed later; throws the reason of `signal` where that gives it up. */
export async function repeated<T>(work: () => Promise<T>, most = s3Limits.tries, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (tries >= most || !mayPass(error)) throw error;
      const wait = s3Limits.pause * 4 ** (tries - 1) * (0.5 + Math.random());
      await pause(wait, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
}

/** What a caller gets where the service does not answer, or refuses our key. */
export const unreachable = (cause: unknown): AppError =>
  new AppError("unavailable", "The store of files does not answer. Please try again in some seconds.", {
    reason: "files_unreachable",
    retryAfter: 10,
    cause,
  });

/** What the site's owner is told of a bucket that cannot be used. */
export function bucketFailure({ bucket, endpoint }: S3Settings, error: unknown): Error {
  const place = endpoint ?? "Amazon S3";
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  const status = statusOf(error);
  const said = status === undefined ? message : `${name}, ${status}`;
  const sentence =
    name === "NoSuchBucket"
      ? `There is no bucket "${bucket}" at ${place}. Make it, or correct S3_BUCKET.`
      : status === 401 || status === 403
        ? `${place} refuses the key in S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for the bucket "${bucket}" (${said}).`
        : status === undefined
          ? `${place} does not answer (${said}), where the bucket "${bucket}" is: no file can be sent or taken until it does. Is S3_ENDPOINT right?`
          : `The bucket "${bucket}" at ${place} cannot be used (${said}).`;
  return new Error(sentence, { cause: error });
}

export const orUnreachable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError ? error : unreachable(error);
  }
};

/** Gives a request so long to begin its answer; its body may take longer. `signal` gives it up. */
export async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), s3Limits.answer);
  try {
    return await work(signal ? AbortSignal.any([ending.signal, signal]) : ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? new Error(`no answer within ${s3Limits.answer / 1000} seconds`) : error;
  } finally {
    clearTimeout(timer);
  }
}

const silent = () => undefined;

/** Connections to the service at a time. */
const sockets = { keepAlive: true, maxSockets: 500 };

/** Loaded when the first file is asked for; sites without S3 never do. */
export async function connect(settings: S3Settings) {
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

export type Connection = { sdk: typeof import("@aws-sdk/client-s3"); client: S3Client };
