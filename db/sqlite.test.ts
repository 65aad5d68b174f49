import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite, { driverName } from "./sqlite-driver.mjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../lib/core/env";
import type { DomainEvent } from "../lib/core/events";
import { toAppError } from "../lib/core/errors";
import { visitor } from "../lib/core/access";
import { installEngine } from "../lib/core/operation";
import { Supervisor } from "../lib/core/supervisor";
import { createPost } from "../lib/features/writing/posts/mutations";
import { listPosts } from "../lib/features/writing/posts/queries";
import { searchPosts } from "../lib/features/writing/posts/search";
import { completeIndex } from "../lib/features/writing/posts/search-index";
import { createTag } from "../lib/features/taxonomy/tags/mutations";
import { system } from "../lib/testing/actors";
import { slowness } from "../lib/testing/cost";
import { refusal } from "../lib/testing/factories";
import { freshDatabase, stored } from "../lib/testing/setup";
import type { OpenDatabase } from "./open";
import { events, posts, tags } from "./schema";
import { type Database, databaseFile, openReader, openWriter, StorageError, takeServerLock } from "./sqlite";
import { openSqlite } from "./sqlite-engine";

let open: OpenDatabase;
let supervisor: Supervisor;
const failures: unknown[] = [];

beforeEach(async () => void (open = await freshDatabase()));

const event = (operation: string, touched: string[] = []): DomainEvent => ({
  operation,
  actorId: null,
  actorName: "test",
  subject: null,
  summary: "",
  cacheKeys: touched,
});
const newTag = (name: string) => ({ name, slug: name, color: "red", createTime: new Date(), updateTime: new Date() });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const clientOf = (db: Database) => (db as unknown as { $client: Sqlite.Database }).$client;
/** The writing connection, which only a transaction gets. */
const writing = () =>
  open.transaction(
    async (db) => clientOf(db),
    () => null,
  );

it("the driver frees its statements, and ends with the process", async () => {
  const script = `const db = new (require("${driverName}"))(":memory:"); for (let i = 0; i < 2000; i += 1) db.prepare("SELECT " + i).get(); gc();`;
  const child = spawn(process.execPath, ["--expose-gc", "-e", script], { stdio: "inherit" });
  expect(await new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)))).toBe(0);
});

it("waits for the disk in every transaction but one that is redone", async () => {
  const level = async (db: Database) => clientOf(db).pragma("synchronous", { simple: true });
  const [lasting, redone] = [2, 1];
  const levels = async (isRedone: boolean) => open.transaction(level, () => null, { isRedone });
  expect([await levels(true), await levels(false), await levels(true)]).toEqual([redone, lasting, redone]);
  const failing = open.transaction(
    () => Promise.reject(new Error("refused")),
    () => null,
    { isRedone: true },
  );
  await expect(failing).rejects.toThrow("refused");
  expect(await open.transaction(level, () => null)).toBe(lasting);
});

describe("a connection", () => {
  it("has its pragmas", async () => {
    const [writer, reader] = [openWriter(), openReader()];
    for (const [client, cache_size] of [
      [writer, -4096],
      [reader, -4096],
      [await writing(), -4096],
      [clientOf(open.reader), -4096],
    ] as const) {
      const pragmas = Object.fromEntries(
        ["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "temp_store", "cache_size"].map((name) => [
          name,
          client.pragma(name, { simple: true }),
        ]),
      );
      expect(pragmas).toEqual({
        journal_mode: "wal",
        synchronous: 2,
        foreign_keys: 1,
        busy_timeout: 5000,
        temp_store: 2,
        cache_size,
      });
    }
    expect([writer, reader].map((client) => client.pragma("query_only", { simple: true }))).toEqual([0, 1]);
    for (const client of [writer, reader]) client.close();
  });

  it("that reads cannot write", async () => {
    await expect(Promise.resolve(open.reader.insert(tags).values(newTag("x")))).rejects.toMatchObject({
      code: "SQLITE_READONLY",
    });
    expect(() => clientOf(open.reader).exec("DELETE FROM tags")).toThrow(/readonly/);
    expect(await stored().select().from(tags)).toEqual([]);
  });

  it("refuses a row whose reference leads nowhere", async () => {
    const work = open.transaction(
      async (db) =>
        db.insert(posts).values({
          title: "x",
          slug: "x",
          status: "DRAFT",
          authorId: 99,
          toc: [],
          createTime: new Date(),
          updateTime: new Date(),
          editTime: new Date(),
        }),
      () => null,
    );
    await expect(work).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
  });
});

describe("a transaction", () => {
  it("keeps its work and its event together, or neither", async () => {
    await open.transaction(
      async (db) => db.insert(tags).values(newTag("kept")),
      () => event("kept", ["tags"]),
    );
    await expect(
      open.transaction(
        async (db) => {
          await db.insert(tags).values(newTag("lost"));
          throw new Error("later step");
        },
        () => event("lost"),
      ),
    ).rejects.toThrow("later step");
    await expect(
      open.transaction(
        async (db) => db.insert(tags).values(newTag("lost")),
        () => ({ ...event("lost"), actorName: null as never }),
      ),
    ).rejects.toThrow(/events\.actor_name/);
    await expect(
      open.transaction(
        async (db) => db.insert(tags).values(newTag("lost")),
        () => {
          throw new Error("no event");
        },
      ),
    ).rejects.toThrow("no event");
    expect((await stored().select().from(tags)).map(({ name }) => name)).toEqual(["kept"]);
    expect(
      (await stored().select().from(events)).map(({ operation, cacheKeys: touched }) => [operation, touched]),
    ).toEqual([["kept", ["tags"]]]);
  });

  it("lets one in at a time, in the order of asking, and shows nothing before its end", async () => {
    const order: string[] = [];
    const work = (name: string, ms: number) =>
      open.transaction(
        async (db) => {
          order.push(`${name} in`);
          await db.insert(tags).values(newTag(name));
          await pause(ms);
          const seen = await stored().select().from(tags);
          order.push(`${name} out, ${seen.length} kept before`);
        },
        () => null,
      );
    await Promise.all([work("a", 20), work("b", 1), work("c", 5)]);
    expect(order).toEqual([
      "a in",
      "a out, 0 kept before",
      "b in",
      "b out, 1 kept before",
      "c in",
      "c out, 2 kept before",
    ]);
  });

  it("that cannot begin leaves the next one free", async () => {
    const other = new Sqlite(databaseFile());
    (await writing()).pragma("busy_timeout = 20");
    other.exec("BEGIN IMMEDIATE");
    expect(toAppError(await refusal(createTag(system, { name: "x" })))).toMatchObject({
      code: "unavailable",
      status: 503,
    });
    other.exec("ROLLBACK");
    other.close();
    expect(await createTag(system, { name: "x" })).toMatchObject({ name: "x" });
  });

  it("on a full disk leaves nothing half written, and reading goes on", async () => {
    const kept = await createPost(system, { title: "Kept" });
    const client = await writing();
    const pages = Number(client.pragma("page_count", { simple: true }));
    client.pragma(`max_page_count = ${pages + 5}`);
    const before = { posts: await stored().select().from(posts), events: await stored().select().from(events) };
    expect(
      toAppError(
        await refusal(
          createPost(system, { title: "Too much", originalContent: "x".repeat(1_000_000), status: "PUBLISHED" }),
        ),
      ),
    ).toMatchObject({ code: "storage_full", status: 507 });
    expect(client.inTransaction).toBe(false);
    expect({ posts: await stored().select().from(posts), events: await stored().select().from(events) }).toEqual(
      before,
    );
    expect((await listPosts(system, {})).items.map(({ id }) => id)).toEqual([kept.id]);
    client.pragma("max_page_count = 1073741823");
    expect((await createPost(system, { title: "Room again" })).id).toBeGreaterThan(kept.id);
    expect(client.pragma("integrity_check", { simple: true })).toBe("ok");
  });
});

/** Follows the database as the server does. */
async function follow(onCommit: (touched: string[]) => void): Promise<void> {
  const follower = await open.follow((touched) => onCommit(touched ?? ["everything"]));
  supervisor.begin("commits of others", (turn) => follower.look(turn));
}

describe("commits of others", () => {
  beforeEach(
    () =>
      void (supervisor = new Supervisor({ failed: (_loop, error) => failures.push(error) }, { first: 1, longest: 50 })),
  );
  afterEach(() => supervisor.stop());

  it("are noticed with exactly their cache keys, in a fraction of a second; one's own are not", async () => {
    const heard: string[][] = [];
    await follow((touched) => heard.push(touched));
    await open.transaction(
      async (db) => db.insert(tags).values(newTag("own")),
      () => event("own", ["tags"]),
    );
    await pause(250);
    expect(heard).toEqual([]);
    const other = await openSqlite();
    const took: number[] = [];
    // Takes the best of a few, since other programs may slow down any one of them.
    while (took.length < 20 && !took.some((milliseconds) => milliseconds < 400)) {
      heard.length = 0;
      const since = Date.now();
      await other.transaction(
        async (db) => db.insert(tags).values(newTag(`foreign ${took.length}`)),
        () => event("foreign", ["tags", "post:7"]),
      );
      await expect.poll(() => heard.flat(), { interval: 5 }).toEqual(expect.arrayContaining(["tags", "post:7"]));
      took.push((Date.now() - since) / slowness());
    }
    expect(Math.min(...took)).toBeLessThan(400);
    await other.close();
  });

  it("of another process are noticed as well", async () => {
    const heard: string[] = [];
    await follow((touched) => heard.push(...touched));
    const script = `const db = new (require("${driverName}"))(process.argv[1]); db.pragma("busy_timeout = 5000"); db.prepare("INSERT INTO events (operation, actor_name, summary, tags, create_time) VALUES ('cms', 'command line', '', '[\\"site\\"]', 0)").run();`;
    await new Promise((resolve, reject) =>
      spawn(process.execPath, ["-e", script, databaseFile()], { stdio: "inherit" }).on("exit", (code) =>
        code === 0 ? resolve(null) : reject(new Error(`exit ${code}`)),
      ),
    );
    await expect.poll(() => heard).toEqual(["site"]);
  });
});

describe("a loop that follows", () => {
  it("reads what it missed while the log could not be read", async () => {
    failures.length = 0;
    supervisor = new Supervisor({ failed: (_loop, error) => failures.push(error) }, { first: 1, longest: 50 });
    const heard: string[] = [];
    const other = await openSqlite();
    await follow((touched) => heard.push(...touched));
    await other.transaction(
      async (db) => db.$client.exec("ALTER TABLE events RENAME TO gone"),
      () => null,
    );
    await expect.poll(() => supervisor.status()[0]?.state).toBe("failing");
    await other.transaction(
      async (db) => db.$client.exec("ALTER TABLE gone RENAME TO events"),
      () => null,
    );
    await other.transaction(
      async (db) => db.insert(tags).values(newTag("missed")),
      () => event("missed", ["tags"]),
    );
    await expect.poll(() => heard).toEqual(["tags"]);
    expect(failures[0]).toMatchObject({ message: expect.stringContaining("no such table: events") });
    await supervisor.stop();
    await other.close();
  });
});

describe("a server's lock", () => {
  it("keeps a second server off, until the first lets go", () => {
    const letGo = takeServerLock();
    expect(() => takeServerLock()).toThrow(StorageError);
    expect(() => takeServerLock()).toThrow(`Another server is already running on ${env.dataDir}.`);
    letGo();
    takeServerLock()();
  });

  it("of a process that was killed is free again", async () => {
    const script = `const db = new (require("${driverName}"))(process.argv[1]); db.exec("BEGIN EXCLUSIVE"); console.log("held"); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["-e", script, join(env.dataDir, "server.lock")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(() => takeServerLock()).toThrow(/already running/);
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    takeServerLock()();
  });

  it("does not keep commands off the database", async () => {
    const letGo = takeServerLock();
    const command = await openSqlite();
    await command.transaction(
      async (db) => db.insert(tags).values(newTag("by a command")),
      () => null,
    );
    await command.close();
    letGo();
    expect(await stored().select().from(tags)).toHaveLength(1);
  });
});

describe("what cannot be opened stops with a sentence", () => {
  const inFolder = (name: string) => {
    env.dataDir = join(env.dataDir, name);
    mkdirSync(env.dataDir);
  };

  it("a damaged file, which stays as it was", async () => {
    inFolder("damaged");
    writeFileSync(databaseFile(), "this is no database, but it is long enough to look like a file of one".repeat(50));
    await expect(openSqlite()).rejects.toThrow(
      /^The database .*broadsheet\.db is damaged \(SQLITE_NOTADB\)\. Nothing was changed\. Restore a copy/,
    );
    expect(readdirSync(env.dataDir)).toEqual(["broadsheet.db"]);
  });

  it("an empty file in a folder that was in use", async () => {
    inFolder("emptied");
    writeFileSync(databaseFile(), "");
    await (await openSqlite()).close();
    inFolder("emptied");
    writeFileSync(databaseFile(), "");
    writeFileSync(join(env.dataDir, "secret.key"), "x");
    await expect(openSqlite()).rejects.toThrow(/is empty, although this folder was in use/);
  });

  it("a folder that is a file", async () => {
    env.dataDir = join(env.dataDir, "file");
    writeFileSync(env.dataDir, "");
    await expect(openSqlite()).rejects.toThrow(/^The data folder .* cannot be written to \((EEXIST|ENOTDIR)\)/);
    expect(() => takeServerLock()).toThrow(StorageError);
  });

  it("closing writes everything into the one file", async () => {
    await createTag(system, { name: "x" });
    await open.close();
    const names = readdirSync(env.dataDir).filter((name) => name.startsWith("broadsheet.db"));
    const copy = new Sqlite(databaseFile(), { readonly: true });
    expect(copy.prepare("SELECT name FROM tags").pluck().all()).toEqual(["x"]);
    copy.close();
    expect(names.filter((name) => name.endsWith("-wal"))).toEqual([]);
  });
});

describe("the search index", () => {
  it("of an earlier shape is taken away, to be made anew", async () => {
    await createPost(system, { title: "Harbour", originalContent: "quicksilver", status: "PUBLISHED" });
    const writer = await writing();
    writer.exec(
      "DROP TABLE search_words; CREATE VIRTUAL TABLE search_words USING fts5(title, text, content='', contentless_delete=1)",
    );
    await open.close();
    open = await openSqlite();
    expect(
      clientOf(open.reader)
        .prepare("SELECT (SELECT count(*) FROM search_entries), (SELECT count(*) FROM search_progress)")
        .raw()
        .get(),
    ).toEqual([0, 0]);
    await open.close();
    open = await openSqlite();
    installEngine(open);
    expect((await searchPosts(visitor, { keyword: "quicksilver" })).total).toBe(0);
    await completeIndex();
    expect((await searchPosts(visitor, { keyword: "quicksilver" })).total).toBe(1);
  });
});
