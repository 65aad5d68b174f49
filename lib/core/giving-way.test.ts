import { afterEach, expect, it, vi } from "vitest";
import { ahead, giveWay } from "./giving-way";

afterEach(() => vi.useRealTimers());

/** An answer that is being made until `end` is called. */
function anAnswer() {
  let end = () => {};
  const made = ahead(() => new Promise<void>((resolve) => (end = resolve)));
  return { made, end: () => end() };
}

it("waits until every answer is made", async () => {
  const [first, second] = [anAnswer(), anAnswer()];
  const order: string[] = [];
  const work = giveWay().then(() => order.push("work"));
  for (const [name, { made, end }] of Object.entries({ first, second })) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
    end();
    await made;
  }
  await work;
  expect(order).toEqual(["first", "second", "work"]);
});

it("goes on where an answer takes long, and where one fails", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const slow = anAnswer();
  const work = giveWay();
  await new Promise((resolve) => setImmediate(resolve));
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  await work;
  slow.end();
  await slow.made;
  await expect(ahead(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  await giveWay();
  expect(vi.getTimerCount()).toBe(0);
});
