import { expect, it } from "vitest";
import { errorWord } from "./error-word";

it("a code without a sentence of its own has that of any other error, whatever every object holds under its name", () => {
  const errors = { required: "Fill this in.", other: "Try again." };
  expect(errorWord(errors, "required")).toBe("Fill this in.");
  for (const code of ["unknown", "", ...Object.getOwnPropertyNames(Object.prototype)])
    expect([code, errorWord(errors, code)]).toEqual([code, "Try again."]);
  expect(errorWord({}, "required")).toBeUndefined();
});
