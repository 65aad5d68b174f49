import { expect, it } from "vitest";
import { refusal } from "../testing/factories";
import { atOnce } from "./at-once";

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
