import { beforeEach, expect, it } from "vitest";
import type { Counters } from "../core/counters";
import { holdingTurn } from "../core/held-turns";
import { engine, installEngine } from "../core/operation";
import { call } from "../testing/api";
import { freshDatabase } from "../testing/setup";

beforeEach(freshDatabase);

it("a search is counted apart from all else that its network counts, since others wait for the turn of reads", async () => {
  const own = engine();
  const askers: string[] = [];
  const counters: Counters = {
    atOnce: 2,
    change: async (_names, work, asker = "") => {
      askers.push(asker);
      return work(new Map(), Date.now()).answer;
    },
  };
  installEngine({ ...own, counters });
  try {
    const search = () => call("GET", "/content/posts/search?keyword=river");
    expect((await holdingTurn(search)).status).toBe(200);
  } finally {
    installEngine(own);
  }
  expect(askers).toHaveLength(1);
  expect(askers[0]).toMatch(/ in its turn$/);
});
