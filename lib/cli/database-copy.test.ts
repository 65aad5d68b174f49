import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { copyDatabase } from "../../db/copying/copy";
import { postgresSource, postgresTarget } from "../../db/copying/postgres-end";
import { sqliteSource } from "../../db/copying/sqlite-end";
import { copiedTables } from "../../db/copying/tables";
import { takeServerLock } from "../../db/data-dir";
import { postgres } from "../../db/dialect";
import Sqlite from "../../db/sqlite-driver.mjs";
import { databaseFile } from "../../db/sqlite";
import { env } from "../core/env";
import { deleteTags } from "../features/taxonomy/tags/mutations";
import { anAdmin, system } from "../testing/actors";
import { aToken } from "../testing/api";
import { aCategory, aJob, aJournal, aPost, aSheet, aTag } from "../testing/factories";
import { memoryInUse } from "../testing/memory";
import { postgresPrograms, type PostgresServer, startPostgres } from "../testing/postgres-server.mjs";
import { freshDatabase } from "../testing/setup";
import { runCli } from "./run";
import { aTerminal } from "./testing-folder";

/** Writes to the site's file as no operation would. */
function write(sql: string): void {
  const client = new Sqlite(databaseFile());
  client.exec(sql);
  client.close();
}

/** A value without the order of keys in JSON, which PostgreSQL does not keep. */
function inOrder(value: unknown): unknown {
  if (typeof value === "string" && value.startsWith("{")) return inOrder(JSON.parse(value));
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  );
}

/** Every row of every table in a file, and the numbers that were given out. */
function contentOf(file: string): Record<string, unknown[]> {
  const client = new Sqlite(file);
  try {
    return Object.fromEntries(
      [...copiedTables().map(({ name }) => name), "sqlite_sequence"].map((name) => [
        name,
        client
          .prepare(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map((row) => JSON.stringify(inOrder(row)))
          .sort(),
      ]),
    );
  } finally {
    client.close();
  }
}

async function cms(...args: string[]) {
  const terminal = aTerminal();
  return { code: await runCli(args, terminal.streams), out: terminal.lines(), err: terminal.written.err };
}

// The command reads and writes both engines, whichever this process has.
describe.skipIf(postgres || postgresPrograms === undefined)("database copy", () => {
  let server: PostgresServer;
  let databases = 0;

  beforeAll(async () => {
    server = await startPostgres(postgresPrograms ?? "");
  });
  afterAll(() => server.stop());
  beforeEach(async () => void (await freshDatabase()));

  async function ask<T extends object>(url: string, text: string): Promise<T[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<T>(text)).rows;
    } finally {
      await client.end();
    }
  }
  async function emptyDatabase(): Promise<string> {
    databases += 1;
    await ask(server.url, `create database site_${databases}`);
    return server.url.replace(/postgres$/, `site_${databases}`);
  }
  async function aSite(): Promise<void> {
    await anAdmin();
    await aToken("AUTHOR");
    const parent = await aCategory();
    const child = await aCategory({ parentId: parent.id });
    const tag = await aTag("Kept");
    const last = await aTag("Deleted, so that its number is not given again");
    await aPost(system, {
      title: 'Äö "quoted", {braces}, back\\slash, 漢字 🙂',
      originalContent: "line\nline\ttab\r\n'",
      categoryIds: [child.id],
      tagIds: [tag.id],
      metas: [{ key: "a", value: "NULL" }],
    });
    await aSheet();
    await aJournal();
    await aJob();
    await deleteTags(system, { ids: [last.id] });
    // The parent stands behind its child, and times before 1970 and after 2255 are times, too.
    write(`UPDATE tags SET create_time = -62135596800001;
      UPDATE categories SET create_time = 9007199254740;
      UPDATE categories SET parent_id = NULL; UPDATE categories SET parent_id = ${child.id} WHERE id = ${parent.id}`);
  }

  it("takes every row to PostgreSQL and back, with numbers that go on, and says how many", async () => {
    await aSite();
    const url = await emptyDatabase();
    const before = contentOf(databaseFile());
    const { code, out, err } = await cms("database", "copy", url);
    expect([code, err]).toEqual([0, ""]);
    expect(out.find((line) => line.startsWith("copied    tags"))).toMatch(
      /^copied {4}tags: 1 row, SHA-256 sum [0-9a-f]{16}…$/,
    );
    expect(out.at(-1)).toMatch(/^\d+ rows of \d+ tables copied and compared\. Start the server with DATABASE_URL/);
    expect(
      await ask(
        url,
        "insert into tags (name, slug, color, create_time, update_time) values ('n', 'n', '', now(), now()) returning id",
      ),
    ).toEqual([{ id: 3 }]);
    await ask(url, "delete from tags where id = 3; select setval('tags_id_seq', 2)");

    env.databaseUrl = url;
    const folder = mkdtempSync(join(env.dataDir, "back-"));
    try {
      expect((await cms("database", "copy", `sqlite:${folder}`)).code).toBe(0);
      expect((await cms("database", "copy", `sqlite:${folder}`)).err).toContain("There is a database already");
    } finally {
      env.databaseUrl = undefined;
    }
    expect(contentOf(join(folder, "broadsheet.db"))).toEqual(before);
    expect(contentOf(databaseFile())).toEqual(before);
  });

  it("is refused into a database that is not empty, which stays as it is", async () => {
    await aSite();
    const used = await emptyDatabase();
    expect((await cms("database", "copy", used)).code).toBe(0);
    const again = await cms("database", "copy", used);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("The database is not empty: its table ")]);
    const foreign = await emptyDatabase();
    await ask(foreign, "create table accounts (id int)");
    expect((await cms("database", "copy", foreign)).err).toContain("it has a table accounts of another program");
    expect(
      await ask(foreign, "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"),
    ).toEqual([{ relname: "accounts" }]);
  });

  it("is refused beside a server, and beside another program at a PostgreSQL source", async () => {
    const url = await emptyDatabase();
    const release = takeServerLock();
    const { code, err } = await cms("database", "copy", url);
    release();
    expect([code, err]).toEqual([1, expect.stringContaining("Another server is already running")]);
    expect((await cms("database", "copy", url)).code).toBe(0);
    const other = new Client({ connectionString: url });
    await other.connect();
    await expect(postgresSource(url)).rejects.toThrow("Another program is connected to the database");
    await other.end();
  });

  it("names a row that PostgreSQL cannot store, and copies nothing", async () => {
    await aSite();
    await aTag("fine");
    await aTag("spoilt");
    write(`UPDATE tags SET color = 'a' || char(0) WHERE name = 'spoilt'`);
    const url = await emptyDatabase();
    const { code, err } = await cms("database", "copy", url);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/cannot store a row of tags \(id 4\): invalid byte sequence/),
    ]);
    expect(await ask(url, "select count(*)::int from users")).toEqual([{ count: 0 }]);
    write("UPDATE tags SET color = ''");
    expect((await cms("database", "copy", url)).code).toBe(0);
  });

  it("compares what is there with what was sent: a difference copies nothing", async () => {
    await aSite();
    const url = await emptyDatabase();
    await (await postgresTarget(url)).close();
    await ask(
      url,
      "create function change() returns trigger language plpgsql as 'begin new.name = new.name || ''.''; return new; end'; create trigger change before insert on tags for each row execute function change()",
    );
    const { code, err } = await cms("database", "copy", url);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("The table tags is not the same at the target (1 of 1 rows"),
    ]);
    expect(await ask(url, "select count(*)::int from users")).toEqual([{ count: 0 }]);
  });

  it("holds some rows in memory, and not all", async () => {
    const [ROWS, LENGTH] = [100_000, 300];
    write(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO events (operation, actor_name, summary, tags, create_time)
      SELECT 'x', 'x', hex(randomblob(${LENGTH / 2})), '[]', i FROM n`);
    const used = () => {
      const { objects, buffers } = memoryInUse();
      return objects + buffers;
    };
    const [source, target] = [await sqliteSource(), await postgresTarget(await emptyDatabase())];
    const before = used();
    let [most, told] = [0, 0];
    const copied = await copyDatabase(source, target, (_step, table) => {
      if (table === "events" && (told += 1) % 20 === 0) most = Math.max(most, used() - before);
    });
    await Promise.all([source.close(), target.close()]);
    expect(copied.find(({ table }) => table === "events")?.rows).toBe(ROWS);
    expect(told).toBeGreaterThan(100);
    expect(most).toBeLessThan((ROWS * LENGTH) / 3);
  });
});
