import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenDatabase } from "../../db/open";
import { freshDatabase } from "../testing/setup";
import { publish } from "./events";
import { engine } from "./operation";
import { forgetRemembered, remembered, rememberedOf } from "./remembered";

let open: OpenDatabase;
let made = 0;
let until = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  open = await freshDatabase();
  [made, until] = [0, Number.POSITIVE_INFINITY];
});

const about = { cacheKeys: ["posts", "tags"], until: async () => until };
const ask = (make = async () => (made += 1)) => remembered(engine().reader, "count", about, make);
const commit = (cacheKeys: string[]) =>
  publish({ operation: "", actorId: null, actorName: "test", subject: null, summary: "", cacheKeys });

describe("what is remembered", () => {
  it("is made once, by however many ask at the same moment", async () => {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(1);
    expect(await remembered(engine().reader, "another", about, async () => (made += 1))).toBe(2);
  });

  it("is made anew after a commit that touches it, here or elsewhere, and after no other", async () => {
    await ask();
    commit(["sheets", "post:1"]);
    forgetRemembered(["comments"]);
    expect(await ask()).toBe(1);
    commit(["tags"]);
    expect(await ask()).toBe(2);
    forgetRemembered(["posts"]);
    expect(await ask()).toBe(3);
  });

  it("is not kept when a commit came while it was made", async () => {
    const answers = ask(async () => {
      commit(["posts"]);
      return (made += 1);
    });
    expect(await answers).toBe(1);
    expect(await ask()).toBe(2);
  });

  it("ends at its moment", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
    until = 2000;
    await ask();
    vi.setSystemTime(1999);
    expect(await ask()).toBe(1);
    vi.setSystemTime(2000);
    until = 3000;
    expect([await ask(), await ask()]).toEqual([2, 2]);
    vi.useRealTimers();
  });

  it("is not asked inside a transaction, which sees what nobody else does, nor of another database", async () => {
    await ask();
    await open.transaction(
      async (db) => expect(await remembered(db, "count", about, async () => (made += 1))).toBe(2),
      () => null,
    );
    expect(await ask()).toBe(1);
    await freshDatabase();
    expect(await ask()).toBe(3);
  });

  it("is no failure", async () => {
    await expect(ask(async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await ask()).toBe(1);
    commit(["posts"]);
    const endless = remembered(
      engine().reader,
      "count",
      { ...about, until: async () => Promise.reject(new Error("nor this")) },
      async () => (made += 1),
    );
    await expect(endless).rejects.toThrow("nor this");
    expect(await ask()).toBe(3);
  });
});

it("values of one kind are kept apart, a thousand at most, and dropped together by a commit", async () => {
  const of = (id: number) => rememberedOf(engine().reader, "values", about, id, async () => (made += 1));
  expect([await of(1), await of(2), await of(1)]).toEqual([1, 2, 1]);
  for (let id = 3; id <= 1001; id += 1) await of(id);
  expect([await of(2), await of(1), made]).toEqual([2, 1002, 1002]);
  commit(["tags"]);
  expect(await of(1001)).toBe(1003);
});
