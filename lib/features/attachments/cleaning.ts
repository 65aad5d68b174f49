import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { asc, eq, like, or } from "drizzle-orm";
import { attachments } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { AppError } from "../../core/errors";
import { noInput } from "../../core/fields";
import { engine, mutation, query } from "../../core/operation";
import { examineFile } from "../../services/files/examiner";
import { newVersion } from "../../services/files/names";
import { storage } from "../../services/files/storage";
import { homeOf, inOwnFolder, isOfOneFile, isPresent, originalOf, type Remade, replaceVersion } from "./remaking";
import * as shape from "./schema";

type Row = typeof attachments.$inferSelect;

/** Films and recordings, oldest first. */
export const listFilms = query("listFilms", {
  can: "manage every file",
  input: noInput,
  output: shape.pictureIds,
  run: async ({ db }) =>
    (
      await db
        .select({ id: attachments.id })
        .from(attachments)
        .where(or(like(attachments.mediaType, "video/%"), like(attachments.mediaType, "audio/%")))
        .orderBy(asc(attachments.id))
    ).map(({ id }) => id),
});

/** Stores where the cleaned file lies, unless another took its place meanwhile. */
const storeCleanedFile = mutation("storeCleanedFile", {
  can: "manage every file",
  input: shape.cleanedFile,
  output: shape.renewed,
  // Kept answers hold pictures alone; texts that show the film are made anew by jobs of their own.
  touches: () => [],
  about: ({ attachmentId }, { name }) => ({
    subject: `attachment:${attachmentId}`,
    summary: `${name}, without what its camera noted`,
  }),
  run: ({ db }, { attachmentId, seen, version }) => replaceVersion(db, attachmentId, seen, { version }),
});

async function digestOf(file: string): Promise<string> {
  const sum = createHash("sha256");
  await pipeline(createReadStream(file), sum);
  return sum.digest("hex");
}

/** Other bytes get another address, since browsers keep the old ones for a year. */
async function clean(actor: Actor, row: Row, folder: string): Promise<"unchanged" | "renewed"> {
  const original = await originalOf(row, folder);
  const before = await digestOf(original);
  const { mediaType, file } = await examineFile(original, row.fileName, folder);
  if (mediaType !== row.mediaType) throw new AppError("invalid", `It is no longer ${row.mediaType}.`);
  if ((await digestOf(file)) === before) return "unchanged";
  const version = newVersion();
  let kept = false;
  try {
    await storage().put(`${homeOf({ ...row, version })}/original`, file, { mediaType, fileName: row.fileName });
    await storeCleanedFile(actor, { attachmentId: row.id, seen: row.version, version });
    kept = true;
  } finally {
    if (!kept) await storage().remove([homeOf({ ...row, version })]);
  }
  await storage().remove([homeOf(row)]);
  return "renewed";
}

/** Examines one stored film or recording as if it were uploaded now. */
export async function cleanFilm(actor: Actor, attachmentId: number): Promise<Remade> {
  const [row] = await engine().reader.select().from(attachments).where(eq(attachments.id, attachmentId));
  if (!row) return { name: "", outcome: "gone" };
  const { name } = row;
  try {
    return { name, outcome: await inOwnFolder((folder) => clean(actor, row, folder)) };
  } catch (error) {
    if (!(await isPresent(row))) return { name, outcome: "gone" };
    if (!isOfOneFile(error)) throw error;
    return { name, outcome: "failed", reason: error.message };
  }
}
