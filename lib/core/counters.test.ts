import { afterEach, expect, it } from "vitest";
import { type Counters, fairly } from "./counters";
import { holdingTurn, holdingWritersPlace, WRITER } from "./held-turns";
import { memory } from "./memory";

afterEach(() => void (memory.isAlone = false));

/** Counters that note who had their turn, and are as slow as a database far away. */
function slow() {
  const had: string[] = [];
  let [running, most] = [0, 0];
  const counters: Counters = {
    atOnce: 2,
    change: async (_names, work, asker) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      had.push(asker ?? "");
      return work(new Map(), 0).answer;
    },
  };
  return { counters, had, most: () => most };
}
const count = (counters: Counters, asker: string) =>
  counters.change(["name"], () => ({ answer: 1, changed: new Map() }), asker);

it("a crowd of changes for one keeps nobody else waiting, and no more run than there are places", async () => {
  const { counters, had, most } = slow();
  const crowd = Array.from({ length: 50 }, () => count(fairly(counters), "crowd"));
  expect(await count(fairly(counters), "somebody")).toBe(1);
  expect(had.indexOf("somebody")).toBeLessThan(6);
  await Promise.all(crowd);
  expect(most()).toBe(2);
});

it("whoever counts within a transaction goes before everybody, and is never refused for a crowd", async () => {
  const { counters, had } = slow();
  const crowd = Array.from({ length: 600 }, (_, i) =>
    count(fairly(counters), `network ${i % 300}`).catch(() => undefined),
  );
  expect(await holdingWritersPlace(() => count(fairly(counters), "network 1"))).toBe(1);
  expect(had.indexOf(WRITER)).toBeLessThan(4);
  await Promise.all(crowd);
});

it("whoever has a turn that others wait for does not wait behind all else that its network counts", async () => {
  const { counters, had } = slow();
  const crowd = Array.from({ length: 50 }, () => count(fairly(counters), "network"));
  expect(await holdingTurn(() => count(fairly(counters), "network"))).toBe(1);
  expect(had.indexOf("network in its turn")).toBeLessThan(6);
  await Promise.all(crowd);
});

it("whoever counts several times comes before a crowd of networks for each of which more was counted", async () => {
  const { counters, had } = slow();
  const crowd = Array.from({ length: 300 }, async (_, i) => {
    for (let times = 0; times < 8; times += 1) await count(fairly(counters), `network ${i}`);
  });
  await expect.poll(() => had.length).toBeGreaterThan(5 * 300);
  const before = had.length;
  for (let times = 0; times < 4; times += 1) await count(fairly(counters), "somebody");
  expect(had.length - before).toBeLessThan(30);
  await Promise.all(crowd);
});

it("of a crowd that is too large the last are refused", async () => {
  const { counters } = slow();
  const crowd = Array.from({ length: 600 }, () => count(fairly(counters), "crowd").catch((e: unknown) => e));
  expect(await count(fairly(counters), "somebody")).toBe(1);
  const refused = (await Promise.all(crowd)).filter((answer) => answer !== 1);
  expect(refused).toHaveLength(548);
  expect(refused[0]).toMatchObject({ code: "unavailable", extra: { retryAfter: 5 } });
});

it("whoever waits is refused once the database is out of reach", async () => {
  const { counters } = slow();
  const waiting = Array.from({ length: 5 }, () => count(fairly(counters), "somebody").catch((e: unknown) => e));
  memory.isAlone = true;
  expect((await Promise.all(waiting)).filter((answer) => answer !== 1)).toHaveLength(3);
});
