import { expect, it } from "vitest";
import { HeldBodies } from "./held-bodies";

/** Bodies of networks, and the names of those that were refused. */
function holding(most: number) {
  const held = new HeldBodies(most);
  const refused: string[] = [];
  const begin = (name: string) => held.begin(name.split(" ", 1)[0] ?? "", () => void refused.push(name));
  return { held, refused, begin };
}

it("the network that holds the most loses its largest body, and nobody else any", () => {
  const { held, refused, begin } = holding(1_000);
  const reader = begin("reader 1");
  reader.add(90);
  for (let i = 1; i <= 12; i += 1) begin(`crowd ${i}`).add(100);
  expect(refused).toEqual(["crowd 1", "crowd 2", "crowd 3"]);
  reader.add(9);
  expect(refused).toHaveLength(3);
  reader.end();
  expect(held.bytes).toBe(900);
});

it("a body counts while it comes, and no more once it has ended or was refused", () => {
  const { held, refused, begin } = holding(100);
  const [first, second] = [begin("a 1"), begin("a 2")];
  first.add(60);
  second.add(30);
  second.add(30);
  expect([refused, held.bytes]).toEqual([["a 1"], 60]);
  first.add(500);
  first.end();
  second.end();
  second.end();
  expect([refused, held.bytes]).toEqual([["a 1"], 0]);
});

it("thousands of bodies that hold nothing are left, however full the memory is", () => {
  const { refused, begin } = holding(1_000);
  for (let i = 1; i <= 1_900; i += 1) begin(`crowd tiny ${i}`).add(0.1);
  const large = Array.from({ length: 8 }, (_, i) => begin(`crowd large ${i + 1}`));
  for (const one of large) one.add(100);
  large.at(-1)?.add(100);
  expect(refused).toEqual(["crowd large 8"]);
});
