import { expect, it } from "vitest";
import { AppError } from "./errors";
import { WaitingLine } from "./waiting-line";

const refusalOf = (work: () => void): AppError | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

it("a waiting line is bounded in number and in bytes, and takes what is larger than both when it is empty", () => {
  const line = new WaitingLine<string>({ most: 3, mostBytes: 100, retryAfter: 5 });
  line.join("large", 1000);
  expect(refusalOf(() => line.join("small", 1))).toMatchObject({
    code: "unavailable",
    status: 503,
    extra: { retryAfter: 5 },
  });
  expect(line.next()).toBe("large");
  for (const name of ["a", "b", "c"]) line.join(name, 30);
  expect(refusalOf(() => line.join("d"))).toMatchObject({ code: "unavailable" });
  expect(line.next()).toBe("a");
  expect(refusalOf(() => line.join("e", 41))).toMatchObject({ code: "unavailable" });
  line.join("e", 40);
  line.putBack("a");
  expect(line.empty()).toEqual(["a", "b", "c", "e"]);
  expect([line.next(), line.length]).toEqual([undefined, 0]);
  line.join("again", 100);
});
