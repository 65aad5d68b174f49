import { isAbsolute, resolve } from "node:path";
import { z } from "zod";

/** Every setting the program takes from its environment; the only place that reads `process.env`. */
const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .transform((path) => (isAbsolute(path) ? path : resolve(path))),
  SITE_URL: z
    .url({ protocol: /^https?$/, abort: true })
    // Addresses on the site begin at the root: an address with a folder or a query would break them.
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`)
    .transform((url) => new URL(url).origin)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  SECRET_KEY: z
    .string()
    // Compared after encoding again, since decoding skips characters that are not base64.
    .refine((text) => Buffer.from(text, "base64").toString("base64") === text && text.length === 44)
    .optional(),
  STOP_DELAY: z.coerce.number().int().min(0).max(60).default(0),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{1,61}[A-Za-z0-9]$/)
    .optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  FILES_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => new URL(url).search === "" && new URL(url).hash === "")
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""))
    .optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  WARM_UP: z.enum(["on", "off"]).default("on"),
  INIT_CWD: z.string().optional(),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
});

const wanted: Record<string, string> = {
  PORT: "a port number from 0 to 65535",
  HOST: "an address to listen on, such as 127.0.0.1",
  DATA_DIR: "a folder",
  SITE_URL:
    "the site's public address, starting with http:// or https://, with nothing after the host, such as https://example.org",
  DATABASE_URL: "an address that starts with postgres:// (leave it unset for the built-in SQLite)",
  DATABASE_LISTEN_URL:
    "the address of PostgreSQL itself, starting with postgres://, where DATABASE_URL leads to a pooler",
  SECRET_KEY: "the content of the site's file secret.key, or of a new one: openssl rand -base64 32",
  STOP_DELAY: "a number of seconds from 0 to 60",
  S3_ENDPOINT: "the address of an S3 service, starting with http:// or https://",
  S3_BUCKET: "the name of a bucket",
  S3_REGION: "the name of a region, such as us-east-1",
  S3_ACCESS_KEY_ID: "a key's name",
  S3_SECRET_ACCESS_KEY: "a key's secret",
  FILES_URL: "the address at which the bucket can be read by everybody, starting with http:// or https://",
  METRICS_PORT: "a port number from 1 to 65535",
  METRICS_HOST: "a host name or an IP address",
  TRUST_PROXY: "how many reverse proxies stand in front, 0 to 10",
  LOG_LEVEL: "one of fatal, error, warn, info, debug, trace, silent",
  WARM_UP: "on or off",
  NODE_ENV: "development, production or test",
  INIT_CWD: "a folder",
};

/** Where files lie instead of on the disk. */
export type S3Settings = {
  /** Amazon's own, where none is given. */
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Env = {
  port: number;
  host: string;
  /** Absolute path of the folder with database, uploads and secrets. */
  dataDir: string;
  /** Scheme and host, without a trailing slash. */
  siteUrl: string | undefined;
  databaseUrl: string | undefined;
  /** PostgreSQL without the pooler that `databaseUrl` leads to; undefined: there is no pooler. */
  databaseListenUrl: string | undefined;
  /** The site's key in base64, where it does not come from `secret.key` in the data folder. */
  secretKey: string | undefined;
  /** Seconds between the signal to stop and the last new request, in which `/api/ready` answers 503. */
  stopDelay: number;
  s3: S3Settings | undefined;
  /** Where browsers fetch the bucket's files from, without a slash at its end; undefined: from this server. */
  filesUrl: string | undefined;
  /** Where Prometheus asks for metrics; null: nowhere. */
  metrics: { port: number; host: string } | null;
  /** The number of trusted reverse proxies, from whose `X-Forwarded-For` entries are taken. */
  trustProxy: number;
  logLevel: z.infer<typeof settings>["LOG_LEVEL"];
  /** Whether a start makes each kind of page before the first visitor comes. */
  warmUp: boolean;
  development: boolean;
  test: boolean;
  /** The folder in which a command was typed; npm runs it in the program's own. */
  typedIn: string;
};

type Parsed = z.output<typeof settings>;

function s3Of(s: Parsed): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = s;
  if (bucket === undefined) {
    const alone = (["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "FILES_URL"] as const).find(
      (name) => s[name] !== undefined,
    );
    if (alone) throw new Error(`The setting S3_BUCKET is missing, which ${alone} belongs to.`);
    return undefined;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(
      `The setting ${accessKeyId === undefined ? "S3_ACCESS_KEY_ID" : "S3_SECRET_ACCESS_KEY"} is missing, without which the bucket cannot be written to.`,
    );
  return { endpoint: s.S3_ENDPOINT, bucket, region: s.S3_REGION, accessKeyId, secretAccessKey };
}

/** The settings of S3 as variables, for a child process. */
export const s3Variables = (s3: S3Settings | undefined): Record<string, string> =>
  s3 === undefined
    ? {}
    : {
        ...(s3.endpoint !== undefined && { S3_ENDPOINT: s3.endpoint }),
        S3_BUCKET: s3.bucket,
        S3_REGION: s3.region,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        // As in the start script.
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
      };

/** Reads and checks the settings; throws one `Error` with a sentence for people. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]);
    // No log may contain a key.
    const is = name === "SECRET_KEY" ? "is not a key" : `is "${given[name]}"`;
    throw new Error(`The setting ${name} ${is}, but it must be ${wanted[name]}.`);
  }
  const s = parsed.data;
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    siteUrl: s.SITE_URL,
    databaseUrl: s.DATABASE_URL,
    databaseListenUrl: s.DATABASE_LISTEN_URL,
    secretKey: s.SECRET_KEY,
    stopDelay: s.STOP_DELAY,
    s3: s3Of(s),
    filesUrl: s.FILES_URL,
    metrics: s.METRICS_PORT === undefined ? null : { port: s.METRICS_PORT, host: s.METRICS_HOST },
    trustProxy: s.TRUST_PROXY,
    logLevel: s.LOG_LEVEL,
    // While somebody develops, each page is compiled when it is asked for.
    warmUp: s.WARM_UP === "on" && s.NODE_ENV !== "development",
    development: s.NODE_ENV === "development",
    test: s.NODE_ENV === "test",
    typedIn: s.INIT_CWD ?? process.cwd(),
  };
}

export const env: Env = readEnv(process.env);

// next-auth reads the site's address from this variable only.
process.env.NEXTAUTH_URL ??= env.siteUrl ?? `http://localhost:${env.port}`;

/** Tells the framework where this server reaches itself; otherwise it believes a request that says it came by HTTPS. */
export const setOwnOrigin = (origin: string): void => void (process.env.__NEXT_PRIVATE_ORIGIN = origin);
