import { beforeEach, describe, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { idempotencyKeys, tags } from "../../../db/schema";
import { engine } from "../../core/operation";
import { visitor } from "../../testing/actors";
import { eventCount, refusal } from "../../testing/factories";
import { notePlans } from "../../testing/plans";
import { freshDatabase, stored } from "../../testing/setup";
import { keepAnswer } from "./keeping";
import { getKeptAnswer } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const key = "k".repeat(64);
const [body, other] = ["b".repeat(64), "o".repeat(64)];
const found = (bodyHash = body) => getKeptAnswer(visitor, { key, bodyHash });
const keep = (answer: string, bodyHash = body) =>
  engine().transaction(
    (db) => keepAnswer(db, { key, bodyHash }, answer),
    () => null,
  );
const age = (createTime: Date) =>
  engine().transaction(
    (db) => db.update(idempotencyKeys).set({ createTime }),
    () => null,
  );

describe("an idempotency key", () => {
  it("has no answer, then its own; with another body it is refused", async () => {
    expect(await found()).toBeNull();
    await keep("the token is abc");
    expect(await found()).toBe("the token is abc");
    expect(await refusal(found(other))).toMatchObject({ status: 409 });
  });

  it.skipIf(postgres)("looks through no other kept answers", async () => {
    const plans = notePlans('delete from "idempotency_keys"');
    await keep("x");
    vi.restoreAllMocks();
    expect(plans).toHaveLength(1);
    for (const plan of plans) expect(plan).toMatch(/^SEARCH /);
  });

  it("keeps one answer of many; what the others did is undone", async () => {
    const now = new Date();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, i) =>
        engine().transaction(
          async (db) => {
            await db
              .insert(tags)
              .values({ name: `tag ${i}`, slug: `tag-${i}`, color: "red", createTime: now, updateTime: now });
            await keepAnswer(db, { key, bodyHash: body }, `tag ${i}`);
          },
          () => null,
        ),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await stored().select().from(tags)).map(({ name }) => name)).toEqual([await found()]);
  });

  it("is kept for 24 hours", async () => {
    await keep("x");
    await age(new Date(Date.now() - 24 * 3_600_000 + 60_000));
    expect(await found()).toBe("x");
    await age(new Date(Date.now() - 24 * 3_600_000 - 1000));
    expect(await found(other)).toBeNull();
    await keep("y", other);
    expect(await stored().select().from(idempotencyKeys)).toHaveLength(1);
  });

  it("that was taken before the work, and whose work never ended, is free", async () => {
    await engine().transaction(
      (db) => db.insert(idempotencyKeys).values({ key, bodyHash: other, answer: null, createTime: new Date() }),
      () => null,
    );
    expect(await found()).toBeNull();
    await keep("x");
    expect(await found()).toBe("x");
  });

  it("keeps answers sealed, and writes no audit rows", async () => {
    await keep("the token is abc");
    expect(JSON.stringify(await stored().select().from(idempotencyKeys))).not.toContain("token");
    expect(await eventCount()).toBe(0);
  });
});
