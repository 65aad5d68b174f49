import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { incomingRoot } from "../services/files/storage";
import { AppError, invalid } from "../core/errors";
import { MOST_FILES } from "../core/fields";
import { IncomingFile } from "../core/incoming-file";
import { engine } from "../core/operation";
import { readOption } from "../services/settings/reading";

/** What stands around files in a body: boundaries, names, other fields. Bytes. */
const AROUND = 256 * 1024;
const MOST_FIELDS = 20;
const LONGEST_FIELD = 64 * 1024;

/** A form with files that has been received whole; its files are there until it is discarded. */
export type Upload = { input: Record<string, unknown>; digest: string; discard: () => Promise<void> };

const tooLarge = (limit: number) => new AppError("too_large", `An upload may hold ${limit} bytes at most.`);
const cutOff = (cause: unknown) =>
  new AppError("malformed", "The form is not whole, or is not multipart/form-data as RFC 7578 has it.", { cause });

/** Lets bytes through and counts them; more than `most` are an error. `look` sees each chunk. */
function meter(most: number, look?: (chunk: Buffer) => void): { stream: Transform; size: () => number } {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      look?.(chunk);
      if (size > most) done(tooLarge(most));
      else done(null, chunk);
    },
  });
  return { stream, size: () => size };
}

/** Lays one file down in a folder of its own. */
async function layDown(
  folder: string,
  index: number,
  stream: Readable,
  name: string,
  limit: number,
  signal: AbortSignal,
): Promise<IncomingFile> {
  const own = join(folder, String(index));
  await mkdir(own, { mode: 0o700 });
  const path = join(own, "sent");
  const hash = createHash("sha256");
  const counted = meter(limit, (chunk) => hash.update(chunk));
  await pipeline(stream, counted.stream, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  return new IncomingFile(path, name, counted.size(), hash.digest("hex"));
}

/** A refusal, or a fault of this machine's disk; anything else is the form's or the connection's. */
const isOwn = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === "AppError" ||
    ("code" in error && /^E(NOSPC|DQUOT|ROFS|ACCES|PERM|IO|MFILE|NFILE|NOENT)$/.test(String(error.code))));

type Parser = InstanceType<typeof Busboy>;

function parserFor(request: Request): Parser {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new AppError("unsupported_media", "Send the files as multipart/form-data.");
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity")
    throw new AppError("unsupported_media", "Send the body without Content-Encoding.");
  try {
    return new Busboy({
      headers: { "content-type": type },
      defCharset: "utf8",
      limits: {
        files: MOST_FILES,
        fields: MOST_FIELDS,
        fieldSize: LONGEST_FIELD,
        fieldNameSize: 100,
        parts: MOST_FILES + MOST_FIELDS,
        headerPairs: 20,
      },
    });
  } catch (error) {
    throw cutOff(error);
  }
}

/** Receives a form's parts while it streams: files are laid down as they come, and it ends at the first byte too many. */
async function receive(
  request: Request,
  parser: Parser,
  folder: string,
  limit: number,
): Promise<Omit<Upload, "discard">> {
  const input = Object.create(null) as Record<string, unknown>;
  const files: Promise<IncomingFile>[] = [];
  const fields: string[] = [];
  const stop = new AbortController();
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
    stop.abort();
  };
  parser.on("error", refuse);
  parser.on("file", (field: string, stream: BusboyFileStream, name: string | undefined) => {
    // It may still be told that its part is cut off, after everybody has left.
    stream.on("error", () => undefined);
    if (field !== "files" && field !== "file") refuse(invalid(field, "unknown", "Send files in parts named `files`."));
    const file = layDown(folder, files.length, stream, name ?? "", limit, stop.signal);
    file.catch(refuse);
    files.push(file);
  });
  parser.on("field", (field: string, value: string, nameCut: boolean, valueCut: boolean) => {
    if (nameCut || valueCut) refuse(invalid(field, "too_long", `At most ${LONGEST_FIELD} bytes.`));
    if (field in input) refuse(invalid(field, "duplicate", "This stands here twice."));
    if (field === "files" || field === "file")
      refuse(invalid(field, "wrong_type", "This must be a file, with a file name."));
    fields.push(field, value);
    input[field] = value;
  });
  for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parser.on(event, () =>
      refuse(invalid("files", "too_long", `At most ${MOST_FILES} files and ${MOST_FIELDS} fields at once.`)),
    );
  const whole = meter(limit + AROUND);
  try {
    if (!request.body) throw cutOff(new Error("no body"));
    await pipeline(Readable.fromWeb(request.body as never), whole.stream, parser, { signal: stop.signal });
    const laid = await Promise.all(files);
    if (laid.reduce((sum, { size }) => sum + size, 0) > limit) throw tooLarge(limit);
    if (laid.length > 0) input.files = laid;
    const digest = createHash("sha256")
      .update(JSON.stringify([fields, laid.map(({ name, digest }) => [name, digest])]))
      .digest("hex");
    return { input, digest };
  } catch (error) {
    const why = refusal ?? error;
    // What was to come into the files will not.
    stop.abort();
    await Promise.allSettled(files);
    throw isOwn(why) ? why : cutOff(why);
  }
}

/** Receives a form with files onto the disk; refuses one of more bytes than the site's option allows before it is there, and leaves nothing of what it refuses. */
export async function receiveUpload(request: Request): Promise<Upload> {
  const parser = parserFor(request);
  const limit = await readOption(engine().reader, "attachment_max_size");
  if (Number(request.headers.get("content-length") ?? 0) > limit + AROUND) throw tooLarge(limit);
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  const discard = () => rm(folder, { recursive: true, force: true });
  let received = false;
  try {
    const upload = await receive(request, parser, folder, limit);
    received = true;
    return { ...upload, discard };
  } finally {
    if (!received) await discard();
  }
}
