import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../testing/setup";
import { env } from "./env";
import { sameSecret, seal, sign, unseal } from "./secrets";

beforeAll(async () => {
  await freshDatabase();
  sign("a", "x");
});

describe("the site's secrets", () => {
  it("come from one key that only its owner can read", () => {
    const file = join(env.dataDir, "secret.key");
    expect(Buffer.from(readFileSync(file, "utf8"), "base64")).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("sign each purpose and value differently, and the same alike", () => {
    expect(sign("a", "x")).toMatch(/^[\w-]{43}$/);
    expect(sign("a", "x")).toBe(sign("a", "x"));
    expect(new Set([sign("a", "x"), sign("b", "x"), sign("a", "y"), sign("a", "")]).size).toBe(4);
  });

  it("tell equal texts from others", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect([sameSecret(a, b), sameSecret(a, a)]).toEqual([a === b, true]);
      }),
    );
  });

  it("seal any text so that it can be opened for its purpose only, and unchanged only", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        (text) => unseal("a", seal("a", text)) === Buffer.from(text, "utf8").toString("utf8"),
      ),
    );
    const sealed = seal("a", "the text");
    expect(sealed).not.toContain("the text");
    expect(seal("a", "the text")).not.toBe(sealed);
    expect(() => unseal("b", sealed)).toThrow(/authenticate/);
    const bytes = Buffer.from(sealed, "base64");
    for (const place of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(() => unseal("a", changed.toString("base64"))).toThrow(/authenticate/);
    }
    for (const wrong of ["", "x", "AAAA"]) expect(() => unseal("a", wrong)).toThrow(/Invalid/);
  });
});
