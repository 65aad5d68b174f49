import { count, sum } from "drizzle-orm";
import type { Database } from "../../../db";
import { databaseBytes, newestCopy, sizesWithin } from "../../../db/size";
import { env } from "../../core/env";
import { noInput } from "../../core/fields";
import { query } from "../../core/operation";
import { attachments } from "../../../db/schema";
import { readSpace } from "../../services/files/space";
import { allBackups } from "../backups/all";
import * as shape from "./storage-schema";

/** The newest backup that is whole, and whether a newer one is not. */
async function lastBackup(db: Database) {
  const backups = await allBackups(db);
  const good = backups.find(({ verified }) => verified.ok);
  return good ? { name: good.name, time: good.createTime, bytes: good.size, isNewest: good === backups[0] } : null;
}

/** What database and files take, and what is left. */
export const getStorage = query("getStorage", {
  can: "see storage",
  input: noInput,
  output: shape.storage,
  summary:
    "What the database and the uploaded files take, what is left on their disk, the newest copy, and the last good backup.",
  run: async ({ db }) => {
    const [files] = await db
      .select({
        count: count(),
        bytes: sum(attachments.size),
        variantBytes: sum(sizesWithin(attachments.variants)),
      })
      .from(attachments);
    return {
      database: {
        engine: env.databaseUrl === undefined ? ("SQLITE" as const) : ("POSTGRESQL" as const),
        bytes: await databaseBytes(db),
      },
      files: { count: files?.count ?? 0, bytes: Number(files?.bytes ?? 0) + Number(files?.variantBytes ?? 0) },
      disk: readSpace(),
      copyBeforeUpdate: newestCopy(),
      lastBackup: await lastBackup(db),
    };
  },
});
