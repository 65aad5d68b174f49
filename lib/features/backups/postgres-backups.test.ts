import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { openDatabase, type OpenDatabase } from "../../../db/open";
import { readDump } from "../../../db/postgres-dump";
import { postgresSite } from "../../../db/postgres-site";
import { attachments, posts } from "../../../db/schema";
import { env } from "../../core/env";
import { installEngine } from "../../core/operation";
import { openArchive } from "../../services/archives/reading";
import { anAdmin, system } from "../../testing/actors";
import { aCategory, aJob, aPost, aTag, refusal } from "../../testing/factories";
import { newerProgram } from "../../testing/newer-program";
import { aProgram } from "../../testing/program";
import { hasRealDatabase, realDatabase } from "../../testing/real-database";
import { stored } from "../../testing/setup";
import { anAttachment } from "../../testing/stored-files";
import { ensureSiteKey } from "../accounts/sign-in/site-key";
import type { BackupTask } from "./backup-child";
import { makeInChild, stopBackups, verifyInChild } from "./child";
import { busy } from "./jobs";
import { findReplaced } from "./replaced";
import { removeReplaced } from "./replaced-mutations";
import { noteRestore } from "./restore-mutations";
import { restoreSite } from "./restoring";
import { backupLimits } from "./verifying";

/** Restores in a process that kills itself at a moment of the exchange. */
const killed = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";
const [, , moment, backup] = process.argv;
const kill = (now) => now === moment && process.kill(process.pid, "SIGKILL");
let phase = "before the files";
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (/uploads$/.test(from)) kill(phase);
  renameSync(from, to);
};
syncBuiltinESMExports();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (...given) {
  if (/set schema/.test(given[0])) this.exchanges = true;
  if (given[0] !== "commit" || !this.exchanges) return query.apply(this, given);
  kill("before the commit");
  return query.apply(this, given).then((done) => {
    kill("after the commit");
    phase = "before the new files";
    return done;
  });
};
const { restoreSite } = await import("./lib/features/backups/restoring");
const nothing = async () => undefined;
await restoreSite(backup, { close: nothing, open: nothing, reopen: nothing, note: nothing });
process.exit(0);
`;

const database = realDatabase();
let open: OpenDatabase;

async function reopen(): Promise<void> {
  open = await openDatabase();
  installEngine(open);
}
const restore = (path: string) =>
  restoreSite(path, {
    close: () => open.close(),
    open: reopen,
    reopen,
    note: () => noteRestore(system, { from: path }),
  });
const backUp = async (name = "one.zip") => {
  const path = join(env.dataDir, name);
  await makeInChild({ path, reason: "MANUAL", withKey: true, program: "9.9.9" });
  return path;
};
const sql = async (text: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: env.databaseUrl ?? "" });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};
const schemas = async () =>
  (await sql("select nspname from pg_namespace where nspname like 'broadsheet%'")).map(({ nspname }) => nspname);

/** All rows of all tables but the search index, which is made anew, and the log, in which a restore is written. */
const allRows = () =>
  readDump(async ({ tables, rows }) => {
    const all: Record<string, unknown[]> = {};
    for (const table of tables) {
      if (/^search_|^events$/.test(table)) continue;
      const lines: string[] = [];
      for await (const some of rows(table)) lines.push(...some);
      all[table] = lines.sort().map((line) => JSON.parse(line) as unknown);
    }
    return all;
  });

/** Does a task in a child of the same program on SQLite. */
async function onSqlite<T>(task: BackupTask): Promise<T> {
  const child = fork("dist/backup-child.js", [], {
    env: { NODE_ENV: "production", DATA_DIR: task.dataDir },
    execArgv: [],
  });
  child.send({ id: 1, task });
  try {
    for (;;) {
      const [answer] = (await once(child, "message")) as [Record<string, unknown>];
      if ("result" in answer) return answer.result as T;
      if (!("progress" in answer)) throw new Error(JSON.stringify(answer));
    }
  } finally {
    child.kill("SIGKILL");
  }
}

// PGlite is in this process, and the child that backs up is not.
describe.skipIf(!postgres || !hasRealDatabase)("a backup of PostgreSQL", () => {
  beforeEach(async () => {
    open = await database.fresh();
    await ensureSiteKey();
    await anAdmin();
    const tag = await aTag();
    const category = await aCategory({ password: "word" });
    await aPost(system, {
      title: "First “light” \u2028 🌊",
      originalContent: 'Ünicode\u2028, \\n and "quotes"\n\n---',
      tagIds: [tag.id],
      categoryIds: [category.id],
      metas: [{ key: "a", value: "b" }],
    });
    await aJob();
    await anAttachment("aaaa", Buffer.from("first file"));
  });

  it("holds every row as a line, the uploads, the key, and a list; it is whole, and shows what is wrong with it", async () => {
    const path = await backUp();
    const archive = await openArchive(path, backupLimits);
    const names = [...archive.files.keys()];
    expect(names).toEqual(
      expect.arrayContaining(["manifest.json", "rows/posts.jsonl", "rows/jobs.jsonl", "secret.key"]),
    );
    expect(names.filter((name) => name.startsWith("uploads/"))).toHaveLength(2);
    const row = JSON.parse(String(await archive.readWhole("rows/posts.jsonl", 10_000))) as Record<string, unknown>;
    expect(row).toMatchObject({ title: "First “light” \u2028 🌊", status: "PUBLISHED" });
    archive.close();
    const { ok, manifest } = await verifyInChild(path);
    expect([ok, manifest?.engine, manifest?.counts.posts, manifest?.numbers?.posts]).toEqual([
      true,
      "POSTGRESQL",
      1,
      2,
    ]);

    await sql("update key_marks set mark = 'another'");
    const wrongKey = await backUp("two.zip");
    expect((await verifyInChild(wrongKey)).problems).toEqual([
      { path: "secret.key", reason: "It is not the key that the database was written with." },
    ]);
  });

  it("is of one moment, whatever is written meanwhile", async () => {
    const seen = await readDump(async ({ rows }) => {
      await aPost();
      await sql("update posts set title = 'Later'");
      const lines: string[] = [];
      for await (const some of rows("posts")) lines.push(...some);
      return lines;
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toContain("Later");
  });

  it("is restored, and other servers of the site forget everything", async () => {
    const path = await backUp();
    const other = await openDatabase();
    const heard: (readonly string[] | null)[] = [];
    const follower = await other.follow((cacheKeys) => void heard.push(cacheKeys));
    await follower.look({ wake: () => undefined });
    heard.length = 0;
    await restore(path);
    await expect.poll(() => heard).toContain(null);
    expect(await other.reader.select({ title: posts.title }).from(posts)).toHaveLength(1);
    await follower.close();
    await other.close();
  });

  it("gives its rows back exactly, and numbers of deleted records to nobody", async () => {
    const { id } = await aPost();
    await sql(`delete from posts where id = ${id}`);
    const before = await allRows();
    const path = await backUp();
    await sql("delete from posts");
    const { replaced } = await restore(path);
    expect(await allRows()).toEqual(before);
    expect((await aPost()).id).toBe(id + 1);
    // What was replaced is in a schema of its own, counts, and is deleted with its folder.
    expect(await schemas()).toHaveLength(1);
    const [kept] = await findReplaced();
    expect(replaced).toBe(`replaced/${kept?.name}`);
    expect(kept?.size).toBeGreaterThan(100_000);
    await removeReplaced(system, { name: kept?.name ?? "" });
    expect([await schemas(), existsSync(join(env.dataDir, replaced ?? ""))]).toEqual([[], false]);
  });

  it("leaves what another server's restore replaced, and begins beside no other one", async () => {
    const path = await backUp();
    const { replaced } = await restore(path);
    const theirs = await schemas();
    // Killed before and after the exchange: the second one needs what is left to see that.
    const [before, after] = ["broadsheet_restore_0123456789ab", "broadsheet_restore_ab0123456789"];
    for (const schema of [before, after])
      await sql(`create schema ${schema}; comment on schema ${schema} is 'another folder'`);
    await sql(`create table ${before}.posts ()`);
    const here = env.dataDir;
    env.dataDir = mkdtempSync(join(here, "another-"));
    try {
      await restore(path);
      expect(await schemas()).toEqual(expect.arrayContaining([...theirs, after]));
      expect(await schemas()).toHaveLength(3);
      const lock = await postgresSite.whileAlone(() => refusal(restore(path)), busy);
      expect(lock).toMatchObject({ code: "conflict", extra: { reason: "backup_running" } });
    } finally {
      env.dataDir = here;
    }
    // The first server still gives back what it replaced.
    await sql("update posts set title = 'Later'");
    await restore(join(here, replaced ?? ""));
    expect(await stored().select({ title: posts.title }).from(posts)).toEqual([{ title: "First “light” \u2028 🌊" }]);
  });

  it("of an older program is brought up to date, and one of a newer is refused", async () => {
    const path = await backUp();
    const before = await allRows();
    await sql("update posts set title = 'Later'");
    await sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)");
    const newer = await backUp("newer.zip");
    await sql("delete from drizzle.__drizzle_migrations where hash = 'x'");
    await expect(restore(newer)).rejects.toThrow(/of a newer version of Broadsheet \(9\.9\.9\)/);
    expect(await stored().select({ title: posts.title }).from(posts)).toEqual([{ title: "Later" }]);

    const home = process.cwd();
    const checkout = newerProgram(["CREATE TABLE later (id integer);", "INSERT INTO later VALUES (7);"], "postgres");
    symlinkSync(join(home, "dist"), join(checkout, "dist"));
    await stopBackups();
    process.chdir(checkout);
    try {
      await restore(path);
      const { later, ...others } = await allRows();
      expect([others, later]).toEqual([before, [{ id: 7 }]]);
    } finally {
      process.chdir(home);
      await stopBackups();
    }
  });

  it("goes into SQLite, and a backup of that into PostgreSQL again, with every row as it was", async () => {
    const before = await allRows();
    const path = await backUp();
    const elsewhere = mkdtempSync(join(env.dataDir, "elsewhere-"));
    const into = join(elsewhere, "site");
    await onSqlite({ task: "prepare", dataDir: elsewhere, path, into });
    expect(existsSync(join(into, "broadsheet.db"))).toBe(true);
    const back = join(elsewhere, "back.zip");
    await onSqlite({ task: "make", dataDir: into, path: back, reason: "MANUAL", withKey: true, program: "1" });
    expect((await verifyInChild(back)).manifest?.engine).toBe("SQLITE");
    await sql("delete from posts");
    await restore(back);
    expect(await allRows()).toEqual(before);
    expect((await aPost()).id).toBe(2);
  });

  describe("whose restore is killed", () => {
    it("at any moment of the exchange ends in one site or the other, whole", async () => {
      const program = await aProgram(killed);
      const path = await backUp();
      await open.close();
      await reopen();
      const siteNow = async () => {
        const [post] = await stored().select({ title: posts.title }).from(posts);
        const [file] = await stored().select({ name: attachments.name }).from(attachments);
        return [post?.title.slice(0, 5), file?.name, readdirSync(join(env.dataDir, "uploads/2024/01")).join()];
      };
      const moments = ["before the files", "before the commit", "after the commit", "before the new files", "never"];
      for (const moment of moments) {
        await sql("update posts set title = 'Later'; update attachments set name = 'bbbb', folder = '2024/01/bbbb'");
        rmSync(join(env.dataDir, "uploads"), { recursive: true });
        mkdirSync(join(env.dataDir, "uploads/2024/01/bbbb"), { recursive: true });
        await open.close();
        const child = fork(program, [moment, path], {
          env: { ...process.env, DATA_DIR: env.dataDir, DATABASE_URL: env.databaseUrl, LOG_LEVEL: "silent" },
          execArgv: [],
          stdio: "ignore",
        });
        const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
        expect([moment, signal ?? code]).toEqual([moment, moment === "never" ? 0 : "SIGKILL"]);
        await reopen();
        const isNew = !moment.startsWith("before the files") && moment !== "before the commit";
        expect([moment, ...(await siteNow())]).toEqual(
          isNew ? [moment, "First", "aaaa", "aaaa"] : [moment, "Later", "bbbb", "bbbb"],
        );
        expect(readdirSync(env.dataDir).filter((name) => name.startsWith("restore"))).toEqual([]);
      }
      // What was replaced is kept, and nothing that was prepared.
      const folders = readdirSync(join(env.dataDir, "replaced"));
      expect(folders).toHaveLength(3);
      expect((await schemas()).filter((name) => String(name).startsWith("broadsheet_replaced"))).toHaveLength(3);
      await restore(path);
      expect(await schemas()).toHaveLength(4);
    });
  });
});
