import { z } from "zod";
import { instantOut } from "../../core/fields";

/** What the site takes on its disk. */
export const storage = z.object({
  database: z.object({ engine: z.enum(["SQLITE", "POSTGRESQL"]), bytes: z.int() }),
  files: z.object({ count: z.int(), bytes: z.int().describe("With the smaller versions of pictures.") }),
  disk: z.object({
    freeBytes: z.int(),
    totalBytes: z.int(),
    state: z
      .enum(["ENOUGH", "LOW", "ALMOST_FULL"])
      .describe("LOW: a backup may not fit. ALMOST_FULL: soon nothing can be saved."),
  }),
  copyBeforeUpdate: z
    .object({ time: instantOut, bytes: z.int() })
    .nullable()
    .describe("The newest copy that the server made of the database by itself, before a new version changed it."),
  lastBackup: z
    .object({
      name: z.string(),
      time: instantOut,
      bytes: z.int(),
      isNewest: z.boolean().describe("false: a newer backup was found damaged."),
    })
    .nullable()
    .describe("The newest backup in the site's folder of backups that was found whole."),
});

export type StorageUse = z.output<typeof storage>;
