import { expect, it } from "vitest";
import { LeftTally } from "./left-tally";

it("names a thousand sorts of things, and counts the others together", () => {
  const tally = new LeftTally();
  for (let i = 0; i < 5000; i += 1) tally.add(`type ${i}`, null, "nobody knows it", 2);
  tally.add("type 7", null, "nobody knows it");
  const left = tally.list();
  expect(left).toHaveLength(1001);
  expect(left[7]).toMatchObject({ what: "type 7", count: 3 });
  expect(left.at(-1)).toMatchObject({ what: "others", count: 8000 });
});
