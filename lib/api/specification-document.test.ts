import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedParts, withGeneratedParts } from "../testing/specification";

const path = "docs/specification.md";
const text = readFileSync(path, "utf8");

describe("docs/specification.md", () => {
  // After a change of contracts, run `npm run unit -- lib/api/specification-document.test.ts -u`.
  it("says what the contracts say", () => expect(withGeneratedParts(text)).toMatchFileSnapshot(`../../${path}`));

  it("has a part for each resource, and none for what is not there", () => {
    const parts = Array.from(text.matchAll(/<!-- (\w+) -->/g), ([, name]) => name).filter((name) => name !== "end");
    expect(new Set(parts)).toEqual(new Set(generatedParts()));
    expect(parts).toHaveLength(generatedParts().length);
  });

  it("gets a part for a resource that has none", () => {
    const without = text.replace(/### Links\n\n<!-- links -->[^]*?<!-- end -->\n\n/, "");
    expect(without).not.toContain("/api/admin/links`");
    expect(withGeneratedParts(without)).toMatch(
      /<!-- end -->\n\n### Links\n\n<!-- links -->\n[^]*\/api\/admin\/links`/,
    );
  });
});
