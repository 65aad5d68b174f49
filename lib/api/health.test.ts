import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noteDamage, watchDamage } from "../core/damage";
import { memory } from "../core/memory";
import { engine, installEngine } from "../core/operation";
import { readiness } from "../core/readiness";
import { senderAsks, sentBy } from "../core/sender";
import { showBackground, Supervisor } from "../core/supervisor";
import { aToken, call, logged } from "../testing/api";
import { aPost } from "../testing/factories";
import { freshDatabase, statement } from "../testing/setup";

const write = (text: string) =>
  engine().transaction(
    (db) => statement(db, text),
    () => null,
  );

beforeEach(async () => void (await freshDatabase()));
afterEach(() => watchDamage(null));

describe("health", () => {
  it("tells administrators, and nobody else, how the work in the background is", async () => {
    const supervisor = new Supervisor({ failed: () => undefined }, { first: 60_000, longest: 60_000 });
    showBackground(supervisor);
    supervisor.begin("good work", async () => null);
    supervisor.begin("bad work", () => Promise.reject(new Error("no room")));
    await expect.poll(() => supervisor.status().map(({ state }) => state)).toEqual(["waiting", "failing"]);
    const background = async (token?: string) => (await call("GET", "/health", { token })).json.background;
    expect(await background((await aToken("ADMIN")).token)).toEqual([
      { name: "good work", state: "waiting", failures: 0, error: null, lastSuccess: expect.stringMatching(/Z$/) },
      { name: "bad work", state: "failing", failures: 1, error: "no room", lastSuccess: null },
    ]);
    expect([await background(), await background((await aToken("EDITOR")).token)]).toEqual([undefined, undefined]);
    const ready = async (token?: string) => (await call("GET", "/ready", { token })).json;
    expect(await ready((await aToken("ADMIN")).token)).toMatchObject({ status: "ready", lastBackupTime: null });
    expect([await ready(), await ready((await aToken("EDITOR")).token)]).toEqual([
      { status: "ready" },
      { status: "ready" },
    ]);
    await supervisor.stop();
  });

  it("is not good where posts cannot be read, though settings can", async () => {
    await aPost();
    expect((await call("GET", "/health")).status).toBe(200);
    const status = async () => (await call("GET", "/health")).status;
    await write("ALTER TABLE posts RENAME TO posts_gone");
    await expect.poll(status).toBe(503);
    await write("ALTER TABLE posts_gone RENAME TO posts");
    await expect.poll(status).toBe(200);
    expect(logged.splice(0)).toHaveLength(1);
  });

  it("looks once for all who ask at the same time", async () => {
    await aPost();
    await call("GET", "/health");
    await write("ALTER TABLE posts RENAME TO posts_gone");
    await expect.poll(async () => (await call("GET", "/health")).status).toBe(503);
    logged.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => call("GET", i % 2 === 0 ? "/health" : "/ready")),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(logged.splice(0).length).toBeLessThan(20);
    await write("ALTER TABLE posts_gone RENAME TO posts");
  });

  it("looks for all of them, in nobody's line: whoever asks first may have hundreds of other reads waiting", async () => {
    await aPost();
    const open = engine();
    const askers: unknown[] = [];
    const reader = new Proxy(open.reader, {
      get: (database, name): unknown => {
        askers.push(senderAsks());
        return Reflect.get(database, name);
      },
    });
    installEngine({ ...open, reader });
    const { status } = await sentBy(
      () => false,
      () => call("GET", "/health"),
      { stranger: "192.0.2.1" },
    );
    installEngine(open);
    expect([status, askers.length > 0, askers.filter((asker) => asker !== null)]).toEqual([200, true, []]);
  });

  it("says to a proxy whether requests may come: not while it stops, nor without the database", async () => {
    const ready = async () => {
      const { status, headers, json } = await call("GET", "/ready");
      return [status, headers.get("retry-after"), json.status === "ready" ? "ready" : json.detail];
    };
    expect(await ready()).toEqual([200, null, "ready"]);
    readiness.isStopping = true;
    expect(await ready()).toEqual([503, "1", "The server is stopping."]);
    expect((await call("GET", "/health")).status).toBe(200);
    readiness.isStopping = false;
    memory.isAlone = true;
    expect(await ready()).toEqual([503, "1", "The database cannot be reached at the moment."]);
    memory.isAlone = false;
    expect((await ready())[0]).toBe(200);
  });

  it("is not good after damage was met, until the next start", async () => {
    const told: string[] = [];
    watchDamage((what) => told.push(what));
    noteDamage("a torn page");
    noteDamage("another one");
    expect((await call("GET", "/health")).json).toMatchObject({
      status: 503,
      code: "unavailable",
      detail: "The database is damaged. The log says what to do.",
    });
    expect(told).toEqual(["a torn page"]);
  });
});
