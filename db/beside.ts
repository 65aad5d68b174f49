import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "../lib/core/env";

const isIn = (folder: string, isOne: (name: string) => boolean) =>
  existsSync(folder) && readdirSync(folder).some(isOne);

/**
 * Whether beside the site there is another one that names files: what a restore replaced, or one that is being made
 * ready. With PostgreSQL, of whichever server.
 */
export async function isSiteBeside(): Promise<boolean> {
  const isHere =
    isIn(env.dataDir, (name) => name.startsWith(".restore-")) || isIn(join(env.dataDir, "replaced"), () => true);
  if (isHere || env.databaseUrl === undefined) return isHere;
  // The driver is loaded only where PostgreSQL is used.
  return (await import("./postgres-exchange")).hasSchemaBeside();
}
