import { beforeEach, expect, it } from "vitest";
import { counters } from "../../../db/schema";
import { system } from "../../core/access";
import { engine } from "../../core/operation";
import { freshDatabase, stored } from "../../testing/setup";
import { forgetCounters } from "./sweeping";

beforeEach(async () => void (await freshDatabase()));

it("forgets counters that count no more, and no others", async () => {
  const rows = [-1, 60].map((seconds) => ({
    name: `${seconds}`,
    state: [1],
    expireTime: new Date(Date.now() + seconds * 1000),
  }));
  await engine().transaction(
    (db) => db.insert(counters).values(rows),
    () => null,
  );
  await forgetCounters(system, {});
  expect((await stored().select().from(counters)).map(({ name, state }) => [name, state])).toEqual([["60", [1]]]);
});
