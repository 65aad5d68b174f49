import { afterEach, beforeEach, expect, it } from "vitest";
import type { Counted, Counters } from "../../core/counters";
import { type Engine, engine, installEngine } from "../../core/operation";
import { freshDatabase } from "../../testing/setup";
import { SharedAllowance, SharedRate } from "./rate";
import { takeTogether, waitTogether } from "./together";

let own: Engine;
beforeEach(async () => void (own = await freshDatabase()));
afterEach(() => installEngine(own));

/** Counters as several servers share them, and how often they were asked. */
function shareCounters() {
  const states = new Map<string, Counted>();
  let asked = 0;
  const counters: Counters = {
    atOnce: 2,
    change: async (names, work) => {
      asked += 1;
      const given = names.flatMap((name): [string, unknown][] => {
        const counted = states.get(name);
        return counted ? [[name, counted.state]] : [];
      });
      const { answer, changed } = work(new Map(given), Date.now());
      for (const [name, counted] of changed) if (counted) states.set(name, counted);
      return answer;
    },
  };
  installEngine({ ...engine(), counters });
  return { asked: () => asked };
}

let count = 0;
const rates = () => {
  count += 1;
  return {
    many: new SharedRate(`many ${count}`, "comments", 5),
    few: new SharedRate(`few ${count}`, "wishes", 2),
    ofAll: new SharedAllowance(`of all ${count}`, "mails", 6),
  };
};

it.each([true, false])(
  "what is taken together is refused where one bound is reached; shared by servers: %s",
  async (isShared) => {
    if (isShared) shareCounters();
    const { many, few } = rates();
    const take = () => takeTogether([many.ofNetwork("192.0.2.1"), few.ofNetwork("192.0.2.1")]);
    await take();
    await take();
    await expect(take()).rejects.toMatchObject({ code: "too_many", message: expect.stringContaining("wishes") });
    expect(await many.waitForNetwork("192.0.2.1")).toBeNull();
    expect(await few.waitForNetwork("192.0.2.2")).toBeNull();
  },
);

it("counters that servers share are asked once for all, and count nothing where one refuses", async () => {
  const { asked } = shareCounters();
  const { many, few, ofAll } = rates();
  const takings = (ip: string) => [many.ofNetwork(ip), few.ofNetwork(ip), ofAll.of("site", ip)];
  for (let i = 0; i < 4; i += 1) await waitTogether(takings("192.0.2.1"));
  expect(asked()).toBe(4);
  // Two were counted, and two refused by the few.
  for (let i = 0; i < 3; i += 1) expect(await many.waitForNetwork("192.0.2.1")).toBeNull();
  expect(await many.waitForNetwork("192.0.2.1")).toBeGreaterThan(0);
});

it("half of what all may do is for the first of each network, also where it is asked at once", async () => {
  const { asked } = shareCounters();
  const { ofAll } = rates();
  const take = (ip: string) => ofAll.waitFor("site", ip);
  // One as the first of its network, three as another one.
  for (let i = 0; i < 4; i += 1) expect(await take("192.0.2.1")).toBeNull();
  expect(await take("192.0.2.1")).toBeGreaterThan(0);
  expect([await take("192.0.2.2"), await take("192.0.2.3")]).toEqual([null, null]);
  expect(await take("192.0.2.4")).toBeGreaterThan(0);
  expect(asked()).toBe(8);
});
