import { join } from "node:path";
import { env } from "../lib/core/env";

export const databaseFile = () => join(env.dataDir, "broadsheet.db");

/** The folder of backups, and of copies before migrations. */
export const backupsFolder = () => join(env.dataDir, "backups");
