import { copyFileSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { env } from "../core/env";
import { engine, installEngine } from "../core/operation";
import type { Database } from "../../db";
import type { OpenDatabase } from "../../db/open";
import { openDatabase } from "../../db/open";
import { postgres } from "../../db/dialect";
import { databaseFile } from "../../db/sqlite";
import { watched } from "./watch/watch";
import { openPglite } from "./pglite";

const base = process.env.BROADSHEET_TEST_FOLDER ?? "";

/** Opens a fresh migrated database in a data folder of its own; the tests that follow use it. */
export async function freshDatabase(): Promise<OpenDatabase> {
  // One folder each: what a test leaves behind can reach no other.
  env.dataDir = mkdtempSync(join(base, "data-"));
  const template = join(base, `template-${process.pid}.db`);
  if (!postgres && existsSync(template)) copyFileSync(template, databaseFile());
  const open = postgres ? await openPglite() : await openDatabase();
  if (!postgres && !existsSync(template)) {
    mkdirSync(base, { recursive: true });
    await open.close();
    copyFileSync(databaseFile(), template);
    const again = watched(await openDatabase());
    installEngine(again);
    return again;
  }
  const seen = postgres ? open : watched(open);
  installEngine(seen);
  return seen;
}

/** Reads straight from the tables, past every operation, to see what was really stored. */
export const stored = (): Database => engine().reader;

/** Runs one statement that no operation would, such as making a table unreadable. */
export async function statement(db: Database, text: string): Promise<void> {
  if (postgres) await (db as unknown as { execute: (query: string) => Promise<unknown> }).execute(text);
  else db.$client.exec(text);
}
