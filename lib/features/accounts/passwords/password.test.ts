import bcrypt from "bcryptjs";
import { describe, expect, it } from "vitest";
import { hashPassword, isOutdated, passwordLoad, verifyPassword } from "./password";

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((r): unknown[] => (r.status === "rejected" ? [r.reason] : []));

describe("passwords", () => {
  it("are stored marked with their scheme and recognised again", async () => {
    const stored = await hashPassword("correct horse");
    expect(stored).toMatch(/^sha512-bcrypt\$2b\$04\$/);
    expect(await verifyPassword("correct horse", stored)).toBe(true);
    expect(await verifyPassword("correct horsf", stored)).toBe(false);
    expect(await hashPassword("correct horse")).not.toBe(stored);
  });

  it("count beyond bcrypt's 72 bytes and in every script", async () => {
    const base = "x".repeat(89);
    const stored = await hashPassword(`${base}a${"y".repeat(10)}`);
    expect(await verifyPassword(`${base}a${"y".repeat(10)}`, stored)).toBe(true);
    expect(await verifyPassword(`${base}b${"y".repeat(10)}`, stored)).toBe(false);
    const long = "密".repeat(99);
    expect(await verifyPassword(`${long}码`, await hashPassword(`${long}码`))).toBe(true);
    expect(await verifyPassword(`${long}马`, await hashPassword(`${long}码`))).toBe(false);
  });

  it("of imported users are plain bcrypt, accepted and called outdated", async () => {
    for (const prefix of ["$2a$", "$2b$", "$2y$"]) {
      const plain = bcrypt.hashSync("halo password", 4).replace(/^\$2b\$/, prefix);
      expect(await verifyPassword("halo password", plain)).toBe(true);
      expect(await verifyPassword("other", plain)).toBe(false);
      expect(isOutdated(plain)).toBe(true);
    }
    expect(isOutdated(await hashPassword("x"))).toBe(false);
  });

  it("never match nobody, rubbish, or a hash that would take minutes", async () => {
    const started = Date.now();
    for (const stored of [null, "", "x", "{noop}x", "sha512-bcrypt", `$2b$31$${"a".repeat(53)}`])
      expect(await verifyPassword("x", stored)).toBe(false);
    expect(Date.now() - started).toBeLessThan(30_000);
  });

  it("are hashed off the event loop, and a flood is refused", async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword("x", null)));
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(50);
    for (const reason of refusals(results))
      expect(reason).toMatchObject({ code: "too_many", extra: { retryAfter: 10 } });
    expect(passwordLoad().waiting).toBe(0);
  });
});
