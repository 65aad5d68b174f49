import { expect, it } from "vitest";
import { askOnce, collectReads, forgetAnswers } from "./cache-keys";

/** A question that answers how often it was asked. */
const counting = () => {
  let asked = 0;
  return async () => (asked += 1);
};

it("an answer being made asks each question once, and what it was given beforehand not at all", async () => {
  const [ask, known] = [counting(), counting()];
  const { result } = await collectReads(async ({ answers }) => {
    answers.set("known", 7);
    return Promise.all([askOnce("a", ask), askOnce("b", ask), askOnce("a", ask), askOnce("known", known)]);
  });
  expect(result).toEqual([1, 2, 1, 7]);
});

it("asks again after something was stored, for another answer, and outside of any", async () => {
  const ask = counting();
  await collectReads(async () => {
    await askOnce("a", ask);
    forgetAnswers();
    expect(await askOnce("a", ask)).toBe(2);
  });
  await collectReads(async () => expect(await askOnce("a", ask)).toBe(3));
  expect([await askOnce("a", ask), await askOnce("a", ask)]).toEqual([4, 5]);
});

it("a question that failed has failed for whoever asks it again", async () => {
  const fail = async (): Promise<number> => Promise.reject(new Error("not there"));
  await collectReads(async () => {
    await expect(askOnce("a", fail)).rejects.toThrow("not there");
    await expect(askOnce("a", counting())).rejects.toThrow("not there");
  });
});
