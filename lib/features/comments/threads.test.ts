import { expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { withReplies } from "./threads";

it("finds the replies of a conversation in time that grows with their number", () => {
  const replies = Array.from({ length: 50_000 }, (_, i) => ({
    id: i + 1,
    parentId: i === 0 ? null : 1,
    rootId: i === 0 ? null : 1,
    status: "PUBLISHED" as const,
    visible: true,
  }));
  const { cost, result } = costOf(() => withReplies(replies, [1]));
  expect(result).toHaveLength(50_000);
  expect(cost).toBeLessThan(500);
});
