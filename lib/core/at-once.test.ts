import { expect, it } from "vitest";
import { refusal } from "../testing/factories";
import { atOnce, someAtOnce } from "./at-once";

it("gives the answers in the order of the questions, whichever is answered first", async () => {
  let answer: (text: string) => void = () => undefined;
  const late = new Promise<string>((resolve) => (answer = resolve));
  const asked = atOnce([late, 2, Promise.resolve(null)]);
  answer("one");
  expect(await asked).toEqual(["one", 2, null]);
});

it("waits for all, also where one has failed, and tells of the first of the list", async () => {
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => (fail = reject));
  const told: string[] = [];
  const asked = refusal(atOnce([1, late, Promise.reject(new Error("the second"))])).then((error) =>
    told.push(String(error)),
  );
  await Promise.resolve().then(() => undefined);
  expect(told).toEqual([]);
  fail(new Error("the first"));
  await asked;
  expect(told).toEqual(["Error: the first"]);
});

it("is done for some of many at once, and for no further one once it has failed for one", async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  const work = async (n: number) => {
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    if (n === 25) throw new Error("25");
    done.push(n);
  };
  const items = Array.from({ length: 45 }, (_, n) => n);
  expect(String(await refusal(someAtOnce(items, work)))).toBe("Error: 25");
  expect([most, running, done.length]).toEqual([10, 0, 29]);
  done.length = 0;
  await someAtOnce(items.slice(0, 23), work);
  expect(done.sort((a, b) => a - b)).toEqual(items.slice(0, 23));
});
