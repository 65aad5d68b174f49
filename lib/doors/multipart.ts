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
import { requireRoom } from "../core/room";
import { readOption } from "../services/settings/reading";

/** Bytes beside the files of a body: boundaries, names, other fields. */
const AROUND = 256 * 1024;
const MOST_FIELDS = 20;
const LONGEST_FIELD = 64 * 1024;
/**
 * Milliseconds without a byte read, longer than any body may pause. The parser reads no further in a large part that says
 * not what it is, and such forms would wait without an end.
 */
const LONGEST_REST_MS = 60_000;

/**
 * A line that takes files of certain names instead of a list: one each, of which the first must be there. `most` names
 * the option that bounds their bytes.
 */
export type UploadParts = { names: readonly [string, ...string[]]; most: "import_max_size" };

/** A form with files that was received completely; its files exist until it is discarded. */
export type Upload = { input: Record<string, unknown>; digest: string; discard: () => Promise<void> };

const tooLarge = (limit: number) =>
  new AppError("too_large", `An upload may have at most ${limit} bytes.`, { reason: "upload_too_large" });
const cutOff = (cause: unknown) =>
  new AppError("malformed", "The form is incomplete or is not valid multipart/form-data (RFC 7578).", {
    reason: "upload_cut_off",
    cause,
  });

/** Counts bytes that pass through; more than `most` are an error. `look` gets each chunk. */
function meter(most: number, look?: (chunk: Buffer) => void): { stream: Transform; size: () => number } {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) return done(tooLarge(most));
      try {
        look?.(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return { stream, size: () => size };
}

/** Stores one file in a folder of its own. */
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

/** Passes on refusals and faults of the disk; other errors are the form's or the connection's. */
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

/** Receives a form's parts as a stream: files are stored as they arrive, and it ends at the first byte too many. */
async function receive(
  request: Request,
  parser: Parser,
  folder: string,
  limit: number,
  parts: UploadParts | undefined,
): Promise<Omit<Upload, "discard">> {
  const input = Object.create(null) as Record<string, unknown>;
  const files: Promise<IncomingFile>[] = [];
  const names = parts?.names ?? ["files", "file"];
  const laidAs: string[] = [];
  const fields: string[] = [];
  const stop = new AbortController();
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
    stop.abort();
  };
  parser.on("error", refuse);
  parser.on("file", (field: string, stream: BusboyFileStream, name: string | undefined) => {
    // The stream may report that its part was cut off after its listeners are gone.
    stream.on("error", () => undefined);
    if (!names.includes(field))
      refuse(invalid(field, "unknown", `Send files in parts named \`${parts ? names.join("` and `") : "files"}\`.`));
    if (parts && laidAs.includes(field)) refuse(invalid(field, "duplicate", "Send one file of this name."));
    laidAs.push(field);
    const file = layDown(folder, files.length, stream, name ?? "", limit, stop.signal);
    file.catch(refuse);
    files.push(file);
  });
  parser.on("field", (field: string, value: string, nameCut: boolean, valueCut: boolean) => {
    if (nameCut || valueCut) refuse(invalid(field, "too_long", `At most ${LONGEST_FIELD} bytes.`));
    if (field in input) refuse(invalid(field, "duplicate", "This is listed twice."));
    if (names.includes(field)) refuse(invalid(field, "wrong_type", "This must be a file, with a file name."));
    fields.push(field, value);
    input[field] = value;
  });
  for (const event of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parser.on(event, () =>
      refuse(invalid("files", "too_long", `At most ${MOST_FILES} files and ${MOST_FIELDS} fields at once.`)),
    );
  // Others may fill the disk meanwhile.
  const whole = meter(limit + AROUND, () => {
    requireRoom();
    resting.refresh();
  });
  const resting = setTimeout(() => refuse(cutOff(new Error("nothing was read any more"))), LONGEST_REST_MS);
  try {
    if (!request.body) throw cutOff(new Error("no body"));
    await pipeline(Readable.fromWeb(request.body as never), whole.stream, parser, { signal: stop.signal });
    const laid = await Promise.all(files);
    if (laid.reduce((sum, { size }) => sum + size, 0) > limit) throw tooLarge(limit);
    if (parts) for (const [index, file] of laid.entries()) input[laidAs[index] ?? ""] = file;
    else if (laid.length > 0) input.files = laid;
    const digest = createHash("sha256")
      .update(JSON.stringify([fields, laid.map(({ name, digest }) => [name, digest])]))
      .digest("hex");
    return { input, digest };
  } catch (error) {
    const why = refusal ?? error;
    // Discards what would have gone into the files.
    stop.abort();
    await Promise.allSettled(files);
    throw isOwn(why) ? why : cutOff(why);
  } finally {
    clearTimeout(resting);
  }
}

/**
 * Receives a form with files onto the disk. Refuses one with more bytes than the site's option allows before it has
 * arrived, or than the disk has room for, and removes what it refuses.
 */
export async function receiveUpload(request: Request, parts?: UploadParts): Promise<Upload> {
  const parser = parserFor(request);
  const limit = await readOption(engine().reader, parts?.most ?? "attachment_max_size");
  const declared = Number(request.headers.get("content-length") ?? limit);
  if (declared > limit + AROUND) throw tooLarge(limit);
  requireRoom(declared);
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  const discard = () => rm(folder, { recursive: true, force: true });
  let received = false;
  try {
    const upload = await receive(request, parser, folder, limit, parts);
    received = true;
    return { ...upload, discard };
  } finally {
    if (!received) await discard();
  }
}
