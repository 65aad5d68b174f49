import { beforeEach, describe, expect, it } from "vitest";
import { idempotencyKeys } from "../../db/schema";
import { engine } from "../core/operation";
import { visitor } from "../testing/actors";
import { eventCount } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { keepAnswer, releaseKey, reserveKey } from "./mutations";

beforeEach(async () => void (await freshDatabase()));

const key = "k".repeat(64);
const [body, other] = ["b".repeat(64), "o".repeat(64)];
const ask = (bodyHash = body) => reserveKey(visitor, { key, bodyHash });
const age = (createTime: Date) => engine().transaction((db) => db.update(idempotencyKeys).set({ createTime }), () => null);

describe("an idempotency key", () => {
  it("is new, then running, then done; with another body it is refused", async () => {
    expect(await ask()).toEqual({ state: "new", answer: null });
    expect(await ask()).toEqual({ state: "running", answer: null });
    expect(await ask(other)).toEqual({ state: "other", answer: null });
    await keepAnswer(visitor, { key, answer: "the token is abc" });
    expect(await ask()).toEqual({ state: "done", answer: "the token is abc" });
    expect(await ask(other)).toEqual({ state: "other", answer: null });
  });

  it("is taken by one of twenty at once", async () => {
    const states = (await Promise.all(Array.from({ length: 20 }, () => ask()))).map(({ state }) => state);
    expect(states.filter((state) => state === "new")).toHaveLength(1);
    expect(states.filter((state) => state === "running")).toHaveLength(19);
  });

  it("given back is new again", async () => {
    await ask();
    await releaseKey(visitor, { key });
    expect((await ask(other)).state).toBe("new");
  });

  it("is kept for 24 hours", async () => {
    await ask();
    await keepAnswer(visitor, { key, answer: "x" });
    await age(new Date(Date.now() - 24 * 3_600_000 + 60_000));
    expect((await ask()).state).toBe("done");
    await age(new Date(Date.now() - 24 * 3_600_000 - 1000));
    expect((await ask(other)).state).toBe("new");
    expect(await stored().select().from(idempotencyKeys)).toHaveLength(1);
  });

  it("keeps answers sealed, and writes no audit rows", async () => {
    await ask();
    await keepAnswer(visitor, { key, answer: "the token is abc" });
    expect(JSON.stringify(await stored().select().from(idempotencyKeys))).not.toContain("token");
    expect(await eventCount()).toBe(0);
  });
});
