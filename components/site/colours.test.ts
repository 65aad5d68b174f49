import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const app = join(import.meta.dirname, "../../app");
const sheets = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));

/** Selector and declarations of each innermost rule. */
const rulesOf = (css: string) =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = "", declarations = ""]) => ({
    selector: selector.trim(),
    declarations,
  }));

describe("colours", () => {
  it("of what is wrong are never the accent, which an owner chooses", () => {
    const aboutErrors = sheets
      .flatMap((file) => rulesOf(readFileSync(join(app, file), "utf8")))
      .filter(({ selector }) => /error|invalid/.test(selector));
    expect(aboutErrors.filter(({ declarations }) => declarations.includes("--wrong")).length).toBeGreaterThan(1);
    expect(aboutErrors.filter(({ declarations }) => declarations.includes("--accent"))).toEqual([]);
  });
});
