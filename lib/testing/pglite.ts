import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { getTableName, is, Table } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import type { Database } from "../../db";
import type { OpenDatabase } from "../../db/open";
import { migratePostgres } from "../../db/migrate-postgres";
import { snapshotsOn, transactionsOn } from "../../db/postgres";
import * as schema from "../../db/schema";
import { postgresSearch } from "../../db/search-postgres";
import { makeDataDir } from "../../db/sqlite";
import { boundTimers } from "./timers";

/** Outlives the test files of this process: none of them leaves more than rows, and to start one costs half a second. */
const kept = globalThis as { pgliteOfTests?: PGlite };

/**
 * A migrated database, made by the first test that needs it, since making one costs seconds and loading it half of one.
 */
async function migrated(): Promise<PGlite> {
  const template = join(
    process.env.BROADSHEET_TEST_FOLDER ?? mkdtempSync(join(tmpdir(), "broadsheet-pglite-")),
    "pglite.tar",
  );
  if (existsSync(template)) return PGlite.create({ loadDataDir: new Blob([readFileSync(template)]) });
  const made = await PGlite.create();
  const db = drizzle(made, { schema, casing: "snake_case" });
  await migratePostgres(db, (tx) => postgresSearch.create(tx as unknown as Database));
  const dump = Buffer.from(await (await made.dumpDataDir("none")).arrayBuffer());
  // Renamed when it is complete, so that nobody loads half of it.
  writeFileSync(`${template}.${process.pid}`, dump);
  renameSync(`${template}.${process.pid}`, template);
  return made;
}

/** PostgreSQL in this process, emptied. */
export async function openPglite(): Promise<OpenDatabase> {
  makeDataDir();
  const fresh = kept.pgliteOfTests === undefined;
  // PostgreSQL sets its timers by the clock. One set while a test had put the clock ahead is due in months when the clock
  // is back, and would be called every millisecond from then on.
  if (fresh) boundTimers();
  const instance = (kept.pgliteOfTests ??= await migrated());
  const db = drizzle(instance, { schema, casing: "snake_case" });
  if (!fresh) await instance.exec(emptying);
  return {
    reader: db as unknown as Database,
    transaction: transactionsOn(
      (first, work, last) =>
        db.transaction(async (tx) => {
          for (const statement of first) await tx.execute(statement);
          const result = await work(tx as unknown as Database);
          for (const statement of last(result)) await tx.execute(statement);
          return result;
        }),
      "pglite",
    ),
    snapshot: snapshotsOn(db),
    copyBeforeMigration: null,
    // Nobody else can write to it.
    follow: async () => ({ look: async () => 60_000, close: async () => undefined }),
    close: async () => undefined,
  };
}

// The schema's files also export what its tables are made of.
const ofSchema = Object.values(schema).flatMap((each) => (is(each, Table) ? [`"${getTableName(each)}"`] : []));
const tableNames = [...ofSchema, "search_entries", "search_progress"];

/**
 * Empties every table and restarts its numbers; for a few rows far cheaper than `truncate`, which makes each table's
 * files anew.
 */
const emptying = `set session_replication_role = replica;
${tableNames.map((name) => `delete from ${name};`).join("\n")}
set session_replication_role = origin;
select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public';`;
