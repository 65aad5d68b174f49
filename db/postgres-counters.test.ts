import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Counters, fairly } from "../lib/core/counters";
import { postgresPrograms, type PostgresServer, startPostgres } from "../lib/testing/postgres-server.mjs";
import { postgres } from "./dialect";
import { postgresCounters } from "./postgres-counters";

const LATER = 60_000;

/** Counts one more under a name, and answers how many there are. */
const countUp = (counters: Counters, name: string, asker = name) =>
  counters.change(
    [name],
    (states, now) => {
      const count = ((states.get(name) as number | undefined) ?? 0) + 1;
      return { answer: count, changed: new Map([[name, { state: count, until: now + LATER }]]) };
    },
    asker,
  );

describe.skipIf(!postgres || postgresPrograms === undefined)("counters on a PostgreSQL server", () => {
  let server: PostgresServer;
  let pool: Pool;
  let transactions = 0;

  beforeAll(async () => {
    server = await startPostgres(postgresPrograms ?? "");
    pool = new Pool({ connectionString: server.url, max: 2 });
    await pool.query("create table counters (name text primary key, state jsonb, expire_time timestamptz not null)");
    pool.on("acquire", () => (transactions += 1));
  });
  beforeEach(() => pool.query("delete from counters"));
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  it("of very many networks that ask at once are changed together", async () => {
    transactions = 0;
    const counters = fairly(postgresCounters(pool));
    const all = Array.from({ length: 500 }, (_, i) => countUp(counters, `network ${i % 250}`));
    expect((await Promise.all(all)).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 500 }, (_, i) => (i < 250 ? 1 : 2)),
    );
    expect(transactions).toBeLessThan(36);
  });

  it("under one name count every one of those that are changed together, on two servers, too", async () => {
    const other = new Pool({ connectionString: server.url, max: 2 });
    const two = [fairly(postgresCounters(pool)), fairly(postgresCounters(other))];
    const counted = await Promise.all(Array.from({ length: 40 }, (_, i) => countUp(two[i % 2] as Counters, "one")));
    await other.end();
    expect(counted.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it("are not kept from others by a server that hangs in the middle of counting", async () => {
    const hanging = new Pool({ connectionString: server.url, max: 1 });
    const client = await hanging.connect();
    client.on("error", () => undefined);
    const query = client.query.bind(client) as (text: string) => unknown;
    let asked = 0;
    const hung = Object.assign(client, {
      query: (text: string) => ((asked += 1) === 1 ? query(text) : new Promise(() => undefined)),
    });
    hanging.connect = () => Promise.resolve(hung) as never;
    countUp(postgresCounters(hanging), "hung").catch(() => undefined);
    await expect.poll(() => asked).toBe(2);
    expect(await countUp(fairly(postgresCounters(pool)), "hung")).toBe(1);
    client.release(true);
    await hanging.end();
  });

  it("are changed once more where this machine stood still in the middle of counting", async () => {
    let times = 0;
    const counters = postgresCounters(pool);
    const counted = counters.change(["still"], (states, now) => {
      times += 1;
      if (times === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
      const count = ((states.get("still") as number | undefined) ?? 0) + 1;
      return { answer: count, changed: new Map([["still", { state: count, until: now + LATER }]]) };
    });
    expect(await Promise.all([counted, countUp(counters, "other")])).toEqual([1, 1]);
    expect(times).toBe(2);
    expect(await countUp(counters, "still")).toBe(2);
  });

  it("are changed for all others where one of those changed together throws, or only looks", async () => {
    const single = new Pool({ connectionString: server.url, max: 1 });
    const counters = postgresCounters(single);
    const change = (work: (state: unknown) => void) =>
      counters.change(["several"], (states) => {
        work(states.get("several"));
        return { answer: "looked", changed: new Map() };
      });
    const results = await Promise.allSettled([
      countUp(counters, "several"),
      countUp(counters, "several"),
      countUp(counters, "several"),
      change(() => {
        throw new Error("wrong");
      }),
      change(() => undefined),
      countUp(counters, "several"),
      counters.change(["several"], () => ({ answer: 0, changed: new Map([["several", null]]) })),
      countUp(counters, "several"),
    ]);
    await single.end();
    expect(results.map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)))).toEqual([
      1,
      2,
      3,
      "Error: wrong",
      "looked",
      4,
      0,
      1,
    ]);
  });
});
