import { expect, it } from "vitest";
import { costOf } from "../../../testing/cost";
import { inThreads } from "./threads";

it("puts 200,000 replies below each other into their order", () => {
  const comments = Array.from({ length: 200_000 }, (_, i) => ({
    source: String(i),
    parent: i === 199_999 ? null : String(i + 1),
    createTime: new Date(i),
    warnings: [],
  }));
  const { cost, result } = costOf(() => inThreads(comments));
  expect([result.length, result[0]?.source, result.at(-1)?.source]).toEqual([200_000, "199999", "0"]);
  expect(cost).toBeLessThan(2000);
});
