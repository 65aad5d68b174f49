import { afterAll, afterEach, expect } from "vitest";
import { findingsSoFar, inWords, noteTestFile, reportWrites } from "./watch";

noteTestFile(expect.getState().testPath ?? "");

// A test fails where a mutation that it called left kept answers stale.
afterEach(async () => {
  const stale = (await findingsSoFar()).map(inWords).filter((words) => words !== null);
  if (stale.length > 0) throw new Error(stale.join("\n"));
});

afterAll(reportWrites);
