import { asc, count, eq, gt } from "drizzle-orm";
import { expect, it } from "vitest";
import { toAppError } from "../lib/core/errors";
import { system } from "../lib/testing/actors";
import { aPost } from "../lib/testing/factories";
import { freshDatabase } from "../lib/testing/setup";
import { aside, readAside } from "./aside";
import { postgres } from "./dialect";
import { prepared } from "./prepared";
import { posts } from "./schema";
import { connect, type Database, databaseFile, openReader } from "./sqlite";

/** A reader with a thread for everything, however small the database is. */
async function reader(mostWaiting = 200): Promise<{ db: Database; end: () => Promise<void> }> {
  await freshDatabase();
  const client = openReader();
  const db = connect(client);
  const endThread = readAside(db, client, databaseFile(), { large: 0, mostWaiting });
  return { db, end: () => endThread().finally(() => client.close()) };
}
/** The types are those of a connection that answers at once. */
const ask = (db: Database, text: string): Promise<unknown[][]> => Promise.resolve(db.values(text));
let open: Awaited<ReturnType<typeof reader>>;

it.skipIf(postgres)("reads in a thread what the connection itself reads", async () => {
  open = await reader();
  const { db } = open;
  for (const title of ["One", "Two", "Three"]) await aPost(system, { title });
  const far = aside(db, "pages");
  expect(far).not.toBe(db);
  const titles = (on: Database) =>
    on.select({ title: posts.title, at: posts.createTime }).from(posts).orderBy(asc(posts.id));
  expect(await titles(far)).toEqual(await titles(db));
  const beyond = (on: Database) =>
    prepared(on, "beyond", (each) => each.select({ total: count() }).from(posts).where(gt(posts.id, 1)));
  expect(await beyond(far).execute()).toEqual([{ total: 2 }]);
  expect(await far.$count(posts, eq(posts.title, "Two"))).toBe(1);
  await open.end();
});

it.skipIf(postgres)("lets others go on meanwhile", async () => {
  open = await reader();
  const { db, end } = open;
  const counting =
    "with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < 3000000) select count(*) from numbers";
  const far = aside(db, "pages");
  let turns = 0;
  let isDone = false;
  const read = ask(far, counting).finally(() => (isDone = true));
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  turn();
  expect(await read).toEqual([[3_000_000]]);
  expect(turns).toBeGreaterThan(100);
  await end();
});

it.skipIf(postgres)("refuses of a crowd what is too much, and nobody who reads something else", async () => {
  const { db, end } = await reader(10);
  const far = aside(db, "pages");
  const crowd = Array.from({ length: 50 }, () => ask(far, "select 1").catch((error: unknown) => toAppError(error)));
  expect(await ask(far, "select 2")).toEqual([[2]]);
  const refused = (await Promise.all(crowd)).filter((answer) => !Array.isArray(answer));
  // Two are with the thread, ten wait, and one of these made room for somebody else.
  expect(refused).toHaveLength(39);
  expect(refused[0]).toMatchObject({ code: "unavailable", status: 503, extra: { retryAfter: 5 } });
  await end();
});

it.skipIf(postgres)("ends after all that was asked before", async () => {
  const { db, end } = await reader();
  let done = 0;
  const reads = Array.from({ length: 20 }, () => ask(aside(db, "pages"), "select 1").finally(() => (done += 1)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBeLessThan(20);
  await end();
  expect(done).toBe(20);
  await Promise.all(reads);
});

it.skipIf(postgres)("says what failed, and goes on", async () => {
  const { db, end } = await reader();
  const far = aside(db, "pages");
  await expect(ask(far, "select nothing from nowhere")).rejects.toThrow("nowhere");
  expect(await ask(far, "select 1")).toEqual([[1]]);
  await end();
  // Whoever asks later gets a new thread.
  expect(await ask(far, "select 2")).toEqual([[2]]);
  await end().catch(() => undefined);
});

it.skipIf(postgres)("has pages wait for nothing that the dashboard looks through", async () => {
  const { db, end } = await reader();
  const long = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) from n";
  const ended: string[] = [];
  const looks = [1, 2].map((i) => ask(aside(db, "dashboard"), `${long} where i > ${i}`).then(() => ended.push("look")));
  for (let i = 0; i < 20; i += 1) await ask(aside(db, "pages"), "select 1").then(() => ended.push("page"));
  expect(ended.filter((each) => each === "page")).toHaveLength(20);
  expect(ended).not.toEqual(expect.arrayContaining(["look", "look"]));
  await Promise.all(looks);
  await end();
});

it.skipIf(postgres)("does not change anything", async () => {
  const { db, end } = await reader();
  const refused = { cause: { message: "attempt to write a readonly database" } };
  await expect(ask(aside(db, "pages"), "delete from posts returning id")).rejects.toMatchObject(refused);
  await end();
});

it("leaves a small database to its own connection", async () => {
  const { reader: db } = await freshDatabase();
  expect(aside(db, "pages")).toBe(db);
});
