import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import en from "../../lib/services/words/messages/en.json";
import zhCN from "../../lib/services/words/messages/zh-CN.json";

it("calls every kind of job by a name in both languages", () => {
  const kinds = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(join("lib", name), "utf8").matchAll(/\bjobKind\(\s*"([a-z-]+)"/g)])
    .map(([, kind]) => kind);
  expect(kinds).toContain("check-links");
  for (const words of [en, zhCN]) expect(Object.keys(words.jobs.kinds)).toEqual(expect.arrayContaining(kinds));
});
