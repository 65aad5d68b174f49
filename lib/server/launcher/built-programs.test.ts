import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inOneByte, keepInOneByte, shareEqualChunks } from "./built-programs.mjs";

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

it("a program in one byte for each character answers the same, whatever kind of literal holds it", () => {
  const literals = [
    String.raw`"…"`,
    String.raw`'\\…'`,
    String.raw`"\…\\\…"`,
    "`a ${1 + 1} 简体\\n`",
    String.raw`/^[f∫∑😀]+…$/u.exec("∫∑😀…")?.[0]`,
    String.raw`/[⨯]\⨯/.test("⨯⨯")`,
    String.raw`JSON.parse('{"a":"“简\\n体”"}')`,
    String.raw`({ "简": 1 }).简`,
  ];
  const program = `[${literals.join()}] // … a comment`;
  const made = inOneByte(program);
  expect(made).toMatch(/^[\0-\xff]*$/);
  const answers: unknown = runInThisContext(made);
  expect(answers).toEqual(runInThisContext(program));
  expect(answers).toContain("∫∑😀…");
});

it("writes a folder's programs so, and nothing else", () => {
  write("a.js", 'module.exports = "…";');
  writeFileSync(join(folder, "b.json"), '"…"');
  keepInOneByte(folder);
  expect(readFileSync(join(folder, "a.js"), "utf8")).toContain(String.raw`"\u2026"`);
  expect(createRequire(join(folder, "start.js"))("./a.js")).toBe("…");
  expect(readFileSync(join(folder, "b.json"), "utf8")).toBe('"…"');
});
