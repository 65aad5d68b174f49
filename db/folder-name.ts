import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "../lib/core/env";
import { shared } from "../lib/core/shared";

const known = shared("folder-names", () => new Map<string, string>());

/**
 * The name of this data folder among those of the servers on one PostgreSQL; null on SQLite, where there is one server.
 */
export function folderName(): string | null {
  // Not by the dialect: what works on PostgreSQL alone asks here, too, and loads nothing of SQLite.
  if (env.databaseUrl === undefined) return null;
  let name = known.get(env.dataDir);
  if (name === undefined) known.set(env.dataDir, (name = nameIn(env.dataDir, "folder.name")));
  return name;
}

/** The name that lies in a folder, in a file that is made where it is missing. */
export function nameIn(folder: string, fileName: string): string {
  const file = join(folder, fileName);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(8).toString("hex"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}
