import { resolve } from "node:path";
import { takeServerLock } from "../../db/data-dir";
import { type CopyStep, copyDatabase } from "../../db/copying/copy";
import type { Source, Target } from "../../db/copying/ends";
import { sqliteSource, sqliteTarget } from "../../db/copying/sqlite-end";
import { makeDataDir } from "../../db/sqlite";
import { env } from "../core/env";
import { type Command, UsageError } from "./command";
import { counted } from "./output";

const labels: Record<CopyStep, string> = { COPYING: "Copying", COMPARING: "Comparing" };

type Ends = { from: () => Promise<Source>; to: () => Promise<Target>; next: string };

/** Both ends: the site's database is the source, the other engine the target. */
function endsOf(target: string): Ends {
  const folder = /^sqlite:(.+)$/.exec(target)?.[1];
  const { databaseUrl: here } = env;
  if (/^postgres(ql)?:\/\//.test(target) && here === undefined)
    return {
      from: sqliteSource,
      to: async () => (await import("../../db/copying/postgres-end")).postgresTarget(target),
      next: "Start the server with DATABASE_URL set to it. The key and the uploads stay in the data folder; the search index is made at the first start.",
    };
  if (folder !== undefined && here !== undefined)
    return {
      from: async () => (await import("../../db/copying/postgres-end")).postgresSource(here),
      to: async () => sqliteTarget(resolve(env.typedIn, folder)),
      next: `Start the server with DATA_DIR=${resolve(env.typedIn, folder)} and without DATABASE_URL. The site's secret.key and uploads belong into the same folder; the search index is made at the first start.`,
    };
  throw new UsageError(
    here === undefined
      ? "This site uses SQLite, so the target is an address that starts with postgres:// (for a copy of the file, make a backup)"
      : "This site uses PostgreSQL, so the target is sqlite: and a folder, such as sqlite:./data (for another PostgreSQL, use pg_dump)",
  );
}

/** `database copy`. */
export const copyDatabaseCommand: Command = {
  name: "database copy",
  parameters: ["<target>"],
  summary: "copy the whole database to PostgreSQL, or back to SQLite",
  details:
    "Copies every row of the site's database, with its numbers, times, passwords and sessions, to an empty\ndatabase of the other engine: postgres://user@host/name, or sqlite:<folder>. PGPASSWORD may give the\npassword. Servers have to be stopped; nothing can be written meanwhile. Each table is read again at the\ntarget and compared by a checksum of its rows. All of it is there at the end, or nothing. The source\nstays as it is.",
  options: {},
  async run({ positionals: [target = ""] }, output) {
    const { from, to, next } = endsOf(target);
    makeDataDir();
    const releaseLock = takeServerLock();
    const { show, end } = output.measure((amount) => amount.toLocaleString("en-US"));
    const open: { close(): Promise<void> }[] = [];
    try {
      const source = await from();
      open.push(source);
      const into = await to();
      open.push(into);
      const tables = await copyDatabase(source, into, (step, table, rows, of) =>
        show(`${labels[step]} ${table}`, rows, of),
      );
      end();
      for (const { table, rows, checksum } of tables)
        if (rows > 0) output.line(`copied    ${table}: ${counted(rows, "row")}, SHA-256 sum ${checksum.slice(0, 16)}…`);
      const rows = tables.reduce((sum, each) => sum + each.rows, 0);
      output.line(`${counted(rows, "row")} of ${counted(tables.length, "table")} copied and compared. ${next}`);
      output.result({ ok: true, rows, tables });
      return 0;
    } finally {
      end();
      for (const each of open) await each.close();
      releaseLock();
    }
  },
};
