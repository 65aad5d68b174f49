import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { shareEqualChunks } from "./equal-chunks.mjs";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "broadsheet-chunks-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string) =>
  writeFileSync(join(folder, name), `${text}\n\n//# sourceMappingURL=${name}.map\n`);

it("equal programs are loaded once, whatever they are called; others stay as they are", () => {
  for (const name of ["a.js", "b.js", "c.js"]) write(name, "module.exports = [1, () => 2];");
  write("d.js", "module.exports = [1, () => 3];");
  writeFileSync(join(folder, "b.js.map"), "{}");
  expect(shareEqualChunks(folder)).toBeGreaterThan(40);
  const load = createRequire(join(folder, "start.js"));
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => load(join(folder, `${name}.js`)) as unknown);
  expect([a === b, a === c, a === d]).toEqual([true, true, false]);
  expect(readFileSync(join(folder, "b.js.map"), "utf8")).toBe("{}");
});

it("does nothing the second time", () => {
  for (const name of ["a.js", "b.js"]) write(name, "module.exports = 1;");
  shareEqualChunks(folder);
  expect(shareEqualChunks(folder)).toBe(0);
});
