import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll } from "vitest";
import { postgres } from "../../db/dialect";
import { openDatabase, type OpenDatabase } from "../../db/open";
import { env } from "../core/env";
import { installEngine } from "../core/operation";
import { postgresPrograms, type PostgresServer, startPostgres } from "./postgres-server.mjs";
import { freshDatabase } from "./setup";

/** Whether tests can have a database that other processes reach as well: PGlite is none. */
export const hasRealDatabase = !postgres || postgresPrograms !== undefined;

/** The database of the tests, and one that is migrated, to be copied. */
const [SITE, TEMPLATE] = ["site", "migrated"] as const;

async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const addressOf = (server: PostgresServer, database: string) => server.url.replace(/postgres$/, database);

/** A database for the tests of a file that other processes reach as well: an SQLite file, or one of a PostgreSQL server. */
export function realDatabase(): {
  /** A data folder and a database without a site's rows. */
  fresh: () => Promise<OpenDatabase>;
  /** A data folder and a database of which nothing was ever made. */
  empty: () => Promise<void>;
} {
  let server: PostgresServer | undefined;
  const before = env.databaseUrl;
  afterAll(async () => {
    env.databaseUrl = before;
    await server?.stop();
  });

  async function start(): Promise<PostgresServer> {
    server = await startPostgres(postgresPrograms ?? "");
    await onServer(server.url, `create database ${TEMPLATE}`);
    env.databaseUrl = addressOf(server, TEMPLATE);
    await (await openDatabase()).close();
    env.databaseUrl = addressOf(server, SITE);
    return server;
  }

  const make = async (template: string) => {
    const { url } = server ?? (await start());
    await onServer(url, `drop database if exists ${SITE} with (force)`, `create database ${SITE} template ${template}`);
  };
  const newFolder = () => void (env.dataDir = mkdtempSync(join(process.env.BROADSHEET_TEST_FOLDER ?? "", "data-")));

  return {
    async fresh() {
      if (!postgres) return freshDatabase();
      newFolder();
      await make(TEMPLATE);
      const open = await openDatabase();
      installEngine(open);
      return open;
    },
    async empty() {
      newFolder();
      if (postgres) await make("template0");
    },
  };
}
