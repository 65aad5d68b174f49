import { expect, it } from "vitest";
import { programFiles } from "../../lib/testing/sources";

it("nothing in the dashboard takes the time when it was loaded for the current one", () => {
  const files = programFiles().filter(({ path, code }) => /^(components|app)\//.test(path) && /\buseNow\b/.test(code));
  expect(files.map(({ path }) => path)).toEqual(["components/ui/moving-now.ts"]);
});
