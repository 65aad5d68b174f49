import { beforeEach, expect, it } from "vitest";
import { counters } from "../../../db/schema";
import { postgres } from "../../../db/dialect";
import { subscribe } from "../../core/events";
import { engine } from "../../core/operation";
import { PART } from "../../core/parts";
import { freshDatabase, stored } from "../../testing/setup";
import { forgetCounters } from "./sweeping";

beforeEach(async () => void (await freshDatabase()));

/** Stores counters that count for so many seconds from now. */
async function store(seconds: readonly number[]): Promise<void> {
  const rows = seconds.map((each, i) => ({ name: `${i}`, state: [1], expireTime: new Date(Date.now() + each * 1000) }));
  await engine().transaction(
    (db) => db.insert(counters).values(rows),
    () => null,
  );
}
const namesStored = async () =>
  (await stored().select().from(counters)).map(({ name }) => Number(name)).sort((one, other) => one - other);

it("forgets counters that count no more, and no others", async () => {
  await store([-1, 60]);
  await forgetCounters();
  expect(await namesStored()).toEqual([1]);
});

it("forgets any number, a part in each transaction", async () => {
  const parts: string[] = [];
  const unsubscribe = subscribe(({ operation }) => parts.push(operation));
  await store(Array.from({ length: 2 * PART + 1 }, () => -1));
  await forgetCounters();
  unsubscribe();
  expect(await namesStored()).toEqual([]);
  expect(parts.filter((operation) => operation === "forgetCounters")).toHaveLength(3);
});

it.skipIf(postgres)("keeps so many for the next process, those that count for longest", async () => {
  await store(Array.from({ length: 2 * PART }, (_, i) => 60 + i));
  await forgetCounters(PART - 10);
  expect(await namesStored()).toEqual(Array.from({ length: PART - 10 }, (_, i) => PART + 10 + i));
});
