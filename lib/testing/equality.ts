import { expect } from "vitest";

const ofProcess = globalThis as { bytesAreCompared?: true };

// Bytes are compared at once: one after the other, as lists are, a megabyte takes a second. Those that differ are left to the
// usual comparison, which shows where. A process of many test files needs this once.
if (!ofProcess.bytesAreCompared) {
  ofProcess.bytesAreCompared = true;
  expect.addEqualityTesters([
    (a: unknown, b: unknown) =>
      a instanceof Uint8Array &&
      b instanceof Uint8Array &&
      a.constructor === b.constructor &&
      Buffer.compare(a, b) === 0
        ? true
        : undefined,
  ]);
}
