import { once } from "node:events";
import { connect as connectTo, createServer, type Socket } from "node:net";
import { type SQL, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { atOnce } from "../lib/core/at-once";
import { toAppError } from "../lib/core/errors";
import type { DomainEvent } from "../lib/core/events";
import { memory } from "../lib/core/memory";
import { Supervisor } from "../lib/core/supervisor";
import { refusal } from "../lib/testing/factories";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { openPostgres } from "./postgres";
import { newsOf } from "./postgres-follower";
import { events, tags } from "./schema";

let server: PostgresServer;
let ours: OpenDatabase;
let others: Client;
let supervisor: Supervisor;
const heard: string[] = [];
const failed: string[] = [];
const recovered: string[] = [];
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

const event = (touched: string[]): DomainEvent => ({
  operation: "test",
  actorId: null,
  actorName: "test",
  subject: null,
  summary: "",
  cacheKeys: touched,
});
const newTag = (name: string) => ({ name, slug: name, color: "red", createTime: new Date(), updateTime: new Date() });

/** Writes something as another process would, and leaves its transaction open. */
async function writeElsewhere(client: Client, cacheKey: string): Promise<void> {
  await client.query("begin");
  await client.query(
    "insert into events (operation, actor_name, summary, tags, create_time) values ('other', 'other', '', $1, now())",
    [JSON.stringify([cacheKey])],
  );
  for (const { channel, payload } of newsOf("another", [cacheKey]))
    await client.query("select pg_notify($1, $2)", [channel, payload]);
}

async function commitElsewhere(cacheKey: string): Promise<void> {
  await writeElsewhere(others, cacheKey);
  await others.query("commit");
}

/** Ends every connection except this one. */
const endConnections = async () =>
  Number(
    (
      await others.query(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
      )
    ).rows[0].count,
  );

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
const connectOthers = async () => void (others = await connected());

/** Waits until memory may be answered from again, and says that all in it was dropped before. */
async function hearingAgain(): Promise<void> {
  await expect.poll(() => memory.isCurrent && heard.includes("everything")).toBe(true);
  heard.length = 0;
}

const isThere = postgres && postgresPrograms !== undefined;

describe.skipIf(!isThere)("connections that PostgreSQL ends", () => {
  beforeAll(async () => {
    server = await startPostgres(postgresPrograms ?? "");
    process.on("uncaughtException", note).on("unhandledRejection", note);
  });
  afterAll(async () => {
    process.off("uncaughtException", note).off("unhandledRejection", note);
    await server.stop();
  });
  beforeEach(async () => {
    for (const list of [heard, failed, recovered, uncaught]) list.length = 0;
    ours = await openPostgres(server.url);
    await connectOthers();
    supervisor = new Supervisor(
      { failed: (loop) => failed.push(loop), recovered: (loop) => recovered.push(loop) },
      { first: 20, longest: 200 },
    );
    const follower = await ours.follow((touched) => heard.push(...(touched ?? ["everything"])));
    supervisor.begin("follower", (turn) => follower.look(turn), { onStop: () => follower.close() });
    await hearingAgain();
  });
  afterEach(async () => {
    await supervisor.stop();
    await others.end();
    await ours.close();
  });

  it("say after how long the news of an own commit came back, and how many there are", async () => {
    const lags: number[] = [];
    memory.onOwnNews = (milliseconds) => void lags.push(milliseconds);
    await ours.transaction(
      async () => undefined,
      () => ({ ...event(["tag"]), isSilent: true }),
    );
    await expect.poll(() => lags).toHaveLength(1);
    memory.onOwnNews = null;
    expect(lags.every((lag) => lag >= 0 && lag < 60_000)).toBe(true);
    expect(ours.pools?.().writers).toMatchObject({ idle: 1, waiting: 0 });
  });

  it("are made anew, however often, and what was committed meanwhile is heard", async () => {
    for (let round = 0; round < 5; round += 1) {
      // Some are idle, some in the middle of a transaction.
      const running = Array.from({ length: 4 }, (_, i) =>
        ours
          .transaction(
            async (db) => {
              await db.insert(tags).values(newTag(`lost ${round}.${i}`));
              await new Promise((resolve) => setTimeout(resolve, 300));
              await db.select().from(tags);
            },
            () => event(["lost"]),
          )
          .then(
            () => "kept",
            (error: unknown) => toAppError(error).code,
          ),
      );
      await Promise.all(Array.from({ length: 3 }, () => ours.reader.select().from(tags)));
      await expect
        .poll(
          async () =>
            (
              await others.query(
                "select count(*)::int as n from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid()",
              )
            ).rows[0].n,
        )
        .toBe(4);
      expect(await endConnections()).toBeGreaterThan(5);
      await commitElsewhere(`missed:${round}`);
      expect(await Promise.all(running)).toEqual(["unavailable", "unavailable", "unavailable", "unavailable"]);
      await hearingAgain();
      await commitElsewhere(`after:${round}`);
      await expect.poll(() => heard).toContain(`after:${round}`);
    }
    expect((await ours.reader.select().from(tags)).length).toBe(0);
    await ours.transaction(
      async (db) => db.insert(tags).values(newTag("kept")),
      () => event(["tags"]),
    );
    expect((await ours.reader.select().from(tags)).map(({ name }) => name)).toEqual(["kept"]);
    expect(uncaught).toEqual([]);
  });

  it("as a whole server that goes and comes back: refused as unavailable meanwhile, heard again after", async () => {
    await server.halt();
    expect(toAppError(await refusal(Promise.resolve(ours.reader.select().from(events)))).code).toBe("unavailable");
    expect(
      toAppError(
        await refusal(
          ours.transaction(
            async (db) => db.select().from(tags),
            () => null,
          ),
        ),
      ).code,
    ).toBe("unavailable");
    expect(memory.isCurrent).toBe(false);
    await expect.poll(() => failed.length > 1 && memory.isAlone).toBe(true);
    await server.resume();
    await hearingAgain();
    expect(memory.isAlone).toBe(false);
    await connectOthers();
    await commitElsewhere("after");
    await expect.poll(() => heard).toContain("after");
    expect(recovered).toEqual(["follower"]);
    expect(uncaught).toEqual([]);
  });

  it("on which nothing comes back are given up, those that are still being made as well", async () => {
    const { port } = new URL(server.url);
    let isHeld = false;
    const sockets = new Set<Socket>();
    const line = createServer((near) => {
      sockets.add(near.on("error", () => undefined));
      const far = connectTo(Number(port), "127.0.0.1").on("error", () => undefined);
      sockets.add(far);
      near.on("data", (bytes) => isHeld || far.write(bytes)).on("close", () => far.destroy());
      far.on("data", (bytes) => isHeld || near.write(bytes)).on("close", () => near.destroy());
    }).listen(0, "127.0.0.1");
    await once(line, "listening");
    const address = line.address();
    const through = server.url.replace(port, String(address && typeof address === "object" ? address.port : 0));
    const away = await openPostgres(through);
    const follower = await away.follow(() => undefined);
    supervisor.begin("away", (turn) => follower.look(turn), { onStop: () => follower.close() });
    await away.reader.select().from(tags);

    isHeld = true;
    // One has a connection, the others make theirs.
    const refused = await Promise.all(
      Array.from({ length: 4 }, () => refusal(Promise.resolve(away.reader.select().from(tags)))),
    );
    expect(refused.map((error) => toAppError(error).code)).toEqual(Array.from({ length: 4 }, () => "unavailable"));
    for (const { cause } of refused as Error[]) expect(cause).toMatchObject({ message: "Connection terminated" });

    await supervisor.stop();
    for (const socket of sockets) socket.destroy();
    await away.close();
    line.close();
    expect(uncaught).toEqual([]);
  });

  it("carry what is asked at once, also the first of it with the begin of its transaction", async () => {
    const { port } = new URL(server.url);
    let isHeld = false;
    let sent = "";
    const kept: (() => void)[] = [];
    const line = createServer((near) => {
      const far = connectTo(Number(port), "127.0.0.1").on("error", () => undefined);
      near.on("error", () => undefined).on("close", () => far.destroy());
      near.on("data", (bytes) => {
        sent += bytes.toString("latin1");
        far.write(bytes);
      });
      far.on("data", (bytes) => (isHeld ? kept.push(() => near.write(bytes)) : near.write(bytes)));
      far.on("close", () => near.destroy());
    }).listen(0, "127.0.0.1");
    await once(line, "listening");
    const address = line.address();
    const through = server.url.replace(port, String(address && typeof address === "object" ? address.port : 0));
    const away = await openPostgres(through);
    // The connection is there already.
    await away.transaction(
      async () => undefined,
      () => null,
    );

    [isHeld, sent] = [true, ""];
    const written = away.transaction(
      (db) => atOnce([db.insert(tags).values(newTag("at once")), db.select({ name: tags.name }).from(tags)]),
      () => null,
    );
    // Nothing has been answered yet.
    const asked = ["broadsheet writer", "insert into", 'select "name"'];
    await expect.poll(() => asked.filter((words) => !sent.includes(words))).toEqual([]);
    isHeld = false;
    for (const pass of kept) pass();
    await written;
    expect(await ours.reader.select({ name: tags.name }).from(tags)).toContainEqual({ name: "at once" });
    await away.close();
    line.close();
  });

  it("write nothing where the begin of a transaction failed, and are used again", async () => {
    await others.query("begin");
    await others.query("select pg_advisory_xact_lock(hashtext('broadsheet writer'))");
    const refused = refusal(
      ours.transaction(
        (db) => atOnce([db.insert(tags).values(newTag("never")), db.insert(tags).values(newTag("never, too"))]),
        () => event([]),
      ),
    );
    const cancelled = async () =>
      (await others.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'advisory'")).rows;
    await expect.poll(cancelled).toHaveLength(1);
    expect(await refused).toMatchObject({ code: "57014" });
    await others.query("rollback");
    await ours.transaction(
      (db) => db.insert(tags).values(newTag("later")),
      () => null,
    );
    const names = (await ours.reader.select({ name: tags.name }).from(tags)).map(({ name }) => name);
    expect(names).toContain("later");
    expect(names.filter((name) => name.startsWith("never"))).toEqual([]);
    expect(uncaught).toEqual([]);
  });

  it("that hold locks are lost within seconds where a machine vanishes", async () => {
    type Postgres = { execute: (query: SQL) => Promise<{ rows: unknown[] }> };
    const settings = await ours.transaction(
      (db) =>
        (db as unknown as Postgres).execute(
          sql`select current_setting('tcp_keepalives_idle') idle, current_setting('tcp_keepalives_interval') pause, current_setting('tcp_keepalives_count') times, current_setting('tcp_user_timeout')::int most`,
        ),
      () => null,
    );
    expect(settings.rows).toEqual([{ idle: "3", pause: "1", times: "3", most: 6000 }]);
  });

  it("while they last, bring the news of every commit, in whatever order they come", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, connected));
    for (const [i, client] of all.entries()) await writeElsewhere(client, `open:${i}`);
    for (const i of [2, 0, 3, 1]) {
      await all[i]?.query("commit");
      await expect.poll(() => heard).toContain(`open:${i}`);
    }
    await Promise.all(all.map((client) => client.end()));
    expect(heard).toHaveLength(4);
  });

  it("while they last, bring what silent and very large commits of another server touch, and nothing of our own", async () => {
    const another = await openPostgres(server.url);
    const write = (open: OpenDatabase, cacheKeys: string[], isSilent: boolean) =>
      open.transaction(
        (db) => db.select().from(tags),
        () => ({ ...event(cacheKeys), isSilent }),
      );
    const many = Array.from({ length: 3_000 }, (_, i) => `post:${i}`);
    await write(ours, ["own"], false);
    await write(another, ["liked"], true);
    await write(another, many, false);
    await write(another, ["last"], false);
    await expect.poll(() => heard).toContain("last");
    expect(heard).toEqual(["liked", ...many, "last"]);
    const recorded = await ours.reader.select({ cacheKeys: events.cacheKeys }).from(events);
    expect(recorded.map(({ cacheKeys }) => cacheKeys[0])).not.toContain("liked");
    await another.close();
  });

  it("of several servers that start on an empty database: one migrates it, and the others wait", async () => {
    await others.query("create database empty");
    const url = server.url.replace(/postgres$/, "empty");
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)));
    for (const each of opened) expect(await each.reader.select().from(tags)).toEqual([]);
    await Promise.all(opened.map((each) => each.close()));
  });
});
