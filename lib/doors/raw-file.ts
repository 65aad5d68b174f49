import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError, codeOf } from "../core/errors";
import { IncomingFile } from "../core/incoming-file";
import { requireRoom } from "../core/room";
import { incomingRoot } from "../services/files/storage";
import type { Upload } from "./multipart";

/** Bytes between two looks at the space that is left. */
const LOOK_EVERY = 8 * 1024 ** 2;

/** Receives a body that is one file onto the disk, as far as there is room for it. */
export async function receiveFile(request: Request): Promise<Upload> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") throw new AppError("unsupported_media", "Send the body without Content-Encoding.");
  if (!/^application\/(zip|octet-stream)\b/i.test(request.headers.get("content-type") ?? ""))
    throw new AppError("unsupported_media", "Send the bytes of the file as application/zip.");
  if (!request.body) throw new AppError("malformed", "Send the bytes of the file as the body.");
  requireRoom(Number(request.headers.get("content-length") ?? 0));
  await mkdir(incomingRoot(), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(incomingRoot(), `${process.pid}-`));
  const discard = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "sent");
  const hash = createHash("sha256");
  let [size, looked] = [0, 0];
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      if (size - looked < LOOK_EVERY) return done(null, piece);
      looked = size;
      try {
        requireRoom();
        done(null, piece);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  try {
    const body = Readable.fromWeb(request.body as never);
    await pipeline(body, counted, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  } catch (error) {
    await discard();
    if (error instanceof AppError || ["ENOSPC", "EDQUOT"].includes(codeOf(error))) throw error;
    throw new AppError("malformed", "The file ended too early. Send all of it.", {
      reason: "upload_cut_off",
      cause: error,
    });
  }
  const digest = hash.digest("hex");
  return { input: { file: new IncomingFile(path, "", size, digest) }, digest, discard };
}
