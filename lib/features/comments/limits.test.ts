import { beforeEach, expect, it, vi } from "vitest";
import { aStranger, words } from "../../testing/commented";
import { aPost, refusal } from "../../testing/factories";
import { storeOptions } from "../../testing/options";
import { freshDatabase } from "../../testing/setup";
import type { Counters } from "../../core/counters";
import { holdingTurn, WRITER } from "../../core/held-turns";
import { engine, installEngine } from "../../core/operation";
import { submitPostComment } from "./creating";

// Limits keep the clock that they find when they are loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));

beforeEach(freshDatabase);

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

it("one network has 120 comments taken in an hour, whatever it sends in a minute, and others theirs", async () => {
  const post = await aPost();
  const who = aStranger();
  for (let i = 0; i < 120; i += 1) {
    if (i % 10 === 0) wait(61_000);
    await submitPostComment(who, words(post.id));
  }
  wait(61_000);
  expect(await refusal(submitPostComment(who, words(post.id)))).toMatchObject({ code: "too_many" });
  await submitPostComment(aStranger(), words(post.id));
  wait(3_600_000);
  await submitPostComment(who, words(post.id));
});

const isTaken = (who: ReturnType<typeof aStranger>, postId: number) =>
  submitPostComment(who, words(postId)).then(
    () => true,
    () => false,
  );

/** Comments three hundred times in a day, or in less; answers how many were taken. */
async function inADay(who: ReturnType<typeof aStranger>, postId: number, ms = 86_400_000): Promise<number> {
  let taken = 0;
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isTaken(who, postId)) taken += 1;
    wait(ms / 300);
  }
  return taken;
}

it("one network has 200 comments taken in a day, and 600 in a month of those that wait", async () => {
  const post = await aPost();
  const [held, open] = [aStranger(), aStranger()];
  const days = [await inADay(held, post.id), await inADay(held, post.id), await inADay(held, post.id)];
  expect([...days, await inADay(held, post.id)]).toEqual([200, 200, 200, 0]);
  await storeOptions({ comment_new_need_check: "false" });
  expect([await inADay(open, post.id), await isTaken(held, post.id)]).toEqual([200, true]);
});

it("a wide network has twice as many in a day as one line, since they are kept for good", async () => {
  await storeOptions({ comment_new_need_check: "false" });
  const post = await aPost();
  const lines = Array.from({ length: 5 }, (_, i) => aStranger({ ip: `2001:db8:48:${i}::1` }));
  let taken = 0;
  for (const who of lines) taken += await inADay(who, post.id, 86_400_000 / 5);
  expect(taken).toBe(400);
});

it("what is counted within a transaction is counted at once and goes before what others count, since all that write wait for its end", async () => {
  const [post, own] = [await aPost(), engine()];
  const askers = { within: [] as string[], outside: [] as string[] };
  let place: keyof typeof askers = "outside";
  const counters: Counters = {
    atOnce: 2,
    change: async (_names, work, asker = "") => {
      askers[place].push(asker);
      return work(new Map(), Date.now()).answer;
    },
  };
  const transaction: typeof own.transaction = (work, ...more) =>
    own.transaction(
      async (db) => {
        place = "within";
        return work(db).finally(() => (place = "outside"));
      },
      ...more,
    );
  installEngine({ ...own, counters, transaction });
  try {
    const who = aStranger();
    await holdingTurn(() => submitPostComment(who, words(post.id)));
    expect(askers).toEqual({ within: [WRITER], outside: [`${who.ip} in its turn`] });
  } finally {
    installEngine(own);
  }
});
