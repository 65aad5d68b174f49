import bcrypt from "bcryptjs";
import { describe, expect, it, vi } from "vitest";
import * as passwords from "./password";
import { isOutdated, ownWork, passwordLoad } from "./password";

const hashPassword = (password: string) => passwords.hashPassword(password, ownWork);
const verifyPassword = (password: string, stored: string | null, asker = ownWork) =>
  passwords.verifyPassword(password, stored, asker);

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

  it("never match nobody, rubbish, or a hash that would take hours", async () => {
    for (const stored of [null, "", "x", "{noop}x", "sha512-bcrypt", `$2b$31$${"a".repeat(53)}`])
      expect(await verifyPassword("x", stored)).toBe(false);
  });

  it("are hashed off the event loop, and a flood is refused", async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword("x", null)));
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(50);
    for (const reason of refusals(results))
      expect(reason).toMatchObject({ code: "unavailable", extra: { retryAfter: 10 } });
    expect(passwordLoad().waiting).toBe(0);
  });

  it("of networks whose last one was wrong wait for those of all others, also ten minutes later", async () => {
    const stored = await hashPassword("x");
    const check = (network: string, password: string) => verifyPassword(password, stored, { network, isKnown: false });
    const order: string[] = [];
    await Promise.all([check("192.0.2.1", "wrong"), check("192.0.2.2", "x")]);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 11 * 60_000);
    await Promise.all(
      ["192.0.2.3", "192.0.2.1", "192.0.2.2"].map((network) =>
        check(network, "x").then(() => void order.push(network)),
      ),
    );
    clock.mockRestore();
    expect(order).toEqual(["192.0.2.3", "192.0.2.2", "192.0.2.1"]);
  });

  it("of who is known here wait for none of a crowd of strangers", async () => {
    const order: string[] = [];
    const check = (name: string, isKnown: boolean) =>
      verifyPassword("x", null, { network: name, isKnown }).then(
        () => void order.push(name),
        () => void order.push("refused"),
      );
    const crowd = Array.from({ length: 80 }, (_, i) => check(`network ${i}`, false));
    const [owner, again] = [check("home", true), check("home", true)];
    await Promise.all([owner, again]);
    // At most one stranger is checked before each of them, and one was being checked already.
    expect(order.filter((name) => name.startsWith("network")).length).toBeLessThanOrEqual(3);
    await Promise.all(crowd);
    expect(order.filter((name) => name === "refused")).toHaveLength(30);
    expect(order.filter((name) => name.startsWith("network"))).toHaveLength(50);
  });

  it("of a network that has just come are checked next, however many that have guessed already go on", async () => {
    let isOver = false;
    const check = (network: string) => verifyPassword("x", null, { network, isKnown: false });
    const guess = async (network: string): Promise<void> => {
      await check(network).catch(() => new Promise((resolve) => setImmediate(resolve)));
      if (!isOver) return guess(network);
    };
    const networks = Array.from({ length: 120 }, (_, i) => `guessing ${i}`);
    for (const network of networks) await check(network);
    const crowd = networks.map(guess);
    for (let i = 0; i < 3; i += 1) expect(await check(`just come ${i}`)).toBe(false);
    isOver = true;
    await Promise.all(crowd);
  });

  it("of one network of strangers keep no other waiting for all of them", async () => {
    const order: string[] = [];
    const check = (network: string) =>
      verifyPassword("x", null, { network, isKnown: false }).then(() => void order.push(network));
    const crowd = Array.from({ length: 40 }, () => check("crowd"));
    await check("somebody");
    expect(order.length).toBeLessThanOrEqual(3);
    await Promise.all(crowd);
  });

  it("of a network that has just come are checked between the parts of a long check for one that had some", async () => {
    const slow = await bcrypt.hash("right", 13);
    const order: string[] = [];
    const check = (network: string, stored: string | null) =>
      verifyPassword("right", stored, { network, isKnown: false }).then(() => void order.push(network));
    await check("had some", null);
    await Promise.all([check("had some", slow), check("comes anew", null), check("comes later", null)]);
    expect(order).toEqual(["had some", "comes anew", "had some", "comes later"]);
  });
});
