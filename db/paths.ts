import { join } from "node:path";
import { env } from "../lib/core/env";

export const databaseFile = () => join(env.dataDir, "broadsheet.db");

/** Where copies before migrations go. */
export const backupsFolder = () => join(env.dataDir, "backups");
