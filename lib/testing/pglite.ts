import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Database } from "../../db";
import type { OpenDatabase } from "../../db/open";
import { migrationsFolder } from "../../db/migrate";
import { transactionsOn } from "../../db/postgres";
import * as schema from "../../db/schema";
import { makeDataDir } from "../../db/sqlite";

let instance: PGlite | undefined;

/** PostgreSQL in this process; starting one costs a second, so each test file keeps its own and empties it. */
export async function openPglite(): Promise<OpenDatabase> {
  makeDataDir();
  const fresh = instance === undefined;
  instance ??= await PGlite.create();
  const db = drizzle(instance, { schema, casing: "snake_case" });
  if (fresh) await migrate(db, { migrationsFolder: migrationsFolder("postgres") });
  else await instance.exec(`truncate ${Object.values(tableNames()).join(", ")} restart identity cascade`);
  return {
    reader: db as unknown as Database,
    transaction: transactionsOn(db),
    copyBeforeMigration: null,
    followForeignCommits: async () => undefined,
    close: async () => undefined,
  };
}

const nameSymbol = Symbol.for("drizzle:Name");
const tableNames = () => Object.values(schema).map((table) => `"${String((table as unknown as Record<symbol, string>)[nameSymbol])}"`);
