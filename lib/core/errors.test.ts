import { randomInt } from "node:crypto";
import { eq, type SQL } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { postgres } from "../../db/dialect";
import { followers, tags } from "../../db/schema";
import { refusal } from "../testing/factories";
import { freshDatabase, stored } from "../testing/setup";
import { AppError, conflict, invalid, invalidInput, isFault, statusOf, toAppError, withoutDatabase } from "./errors";
import { flag, id, int32, label, text, unique } from "./fields";

const refused = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) throw new Error("this was expected to be refused");
  return invalidInput(parsed.error);
};

describe("a refused input", () => {
  const schema = z.strictObject({
    title: label(3),
    count: int32,
    open: flag,
    ids: unique(id),
    kind: z.enum(["A", "B"]),
    when: z.iso.datetime(),
    deep: z.strictObject({ x: text(1) }),
  });
  const right = { title: "x", count: 1, open: true, ids: [], kind: "A", when: "2024-01-01T00:00:00Z", deep: { x: "" } };

  it.each([
    [{ title: 7 }, "title", "wrong_type", "This must be text."],
    [{ title: undefined }, "title", "required", "This field is required."],
    [{ title: null }, "title", "wrong_type", "This must be text."],
    [{ title: "long" }, "title", "too_long", "At most 3 characters."],
    [{ title: " " }, "title", "required", "This must not be blank."],
    [{ count: 1.5 }, "count", "wrong_type", "This must be a whole number."],
    [{ count: 2 ** 31 }, "count", "too_long", "This may be at most 2147483647."],
    [{ open: 1 }, "open", "wrong_type", "This must be true or false."],
    [{ ids: {} }, "ids", "wrong_type", "This must be a list."],
    [{ ids: [0] }, "ids.0", "too_short", "This must be at least 1."],
    [{ ids: [1, 1] }, "ids.1", "duplicate", "This is listed twice."],
    [{ ids: Array.from({ length: 1001 }, (_, i) => i + 1) }, "ids", "too_long", "This may have at most 1000 entries."],
    [{ kind: "C" }, "kind", "wrong_value", "This must be one of A, B."],
    [{ when: "now" }, "when", "wrong_format", "This has the wrong form."],
    [{ deep: { y: 1, x: "" } }, "deep.y", "unknown", "This field is unknown here."],
    [{ deep: [] }, "deep", "wrong_type", "This must be an object."],
  ])("%j names %s: %s", (change, field, code, message) => {
    const error = refused(schema, { ...right, ...change });
    expect(error).toMatchObject({
      code: "invalid",
      status: 400,
      message: `Please check ${field}: ${message}`,
      extra: { errors: [{ field, code, message }] },
    });
  });

  it("names so many at most, and repeats little of what a sender made up", () => {
    const unknown = refused(schema, {
      ...right,
      ...Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${"n".repeat(5_000)}${i}`, 1])),
    });
    expect(unknown.extra.errors).toHaveLength(10);
    expect(JSON.stringify(unknown.extra.errors).length + unknown.message.length).toBeLessThan(5_000);
    expect(
      refused(
        z.array(schema),
        Array.from({ length: 900 }, () => ({ ...right, title: "", count: "1" })),
      ).extra.errors,
    ).toHaveLength(50);
  });

  it("names every field that is wrong", () => {
    expect(refused(schema, { ...right, title: "", count: "1" })).toMatchObject({
      message: "Please check title: This must not be blank.",
    });
  });
});

describe("what was thrown becomes", () => {
  const coded = (code: string) => Object.assign(new Error("driver"), { code });
  it.each([
    ["SQLITE_CONSTRAINT_UNIQUE", "conflict", 409],
    ["SQLITE_CONSTRAINT_PRIMARYKEY", "conflict", 409],
    ["23505", "conflict", 409],
    ["SQLITE_FULL", "storage_full", 507],
    ["ENOSPC", "storage_full", 507],
    ["53100", "storage_full", 507],
    ["SQLITE_BUSY", "unavailable", 503],
    ["22003", "invalid", 400],
    ["22021", "invalid", 400],
    ["54000", "invalid", 400],
    ["SQLITE_ERROR", "internal", 500],
  ])("%s: %s", (code, expected, status) => {
    expect(toAppError(coded(code))).toMatchObject({ code: expected, status });
    expect(toAppError(new Error("wrapped", { cause: coded(code) }))).toMatchObject({ code: expected, status });
    expect(toAppError(coded(code)).message).not.toContain("driver");
  });

  it.runIf(postgres)("what PostgreSQL can neither keep nor look for is the fault of whoever sent it", async () => {
    await freshDatabase();
    const found = (where: SQL) => stored().select().from(followers).where(where);
    const [color, createTime, updateTime] = ["", new Date(), new Date()];
    const letters = Array.from({ length: 3_000 }, () => randomInt(0x4e00, 0x9000));
    for (const refused of [
      found(eq(followers.email, "a\0b")),
      found(eq(followers.id, 2 ** 40)),
      stored()
        .insert(tags)
        .values({ name: "a", slug: String.fromCodePoint(...letters), color, createTime, updateTime }),
    ])
      expect(toAppError(await refusal(Promise.resolve(refused)))).toMatchObject({ status: 400 });
  });

  it("an internal error that tells nothing, unless it is one of ours", () => {
    for (const thrown of [new Error("secret"), "secret", null, undefined, 7, {}])
      expect(toAppError(thrown)).toMatchObject({ code: "internal", message: expect.not.stringContaining("secret") });
    for (const own of [invalid("a", "b", "c."), conflict("a", "c."), new AppError("too_many", "x.", { retryAfter: 3 })])
      expect(toAppError(own)).toBe(own);
    // Next's bundle contains a copy of the class.
    const copy = Object.assign(new Error("Elsewhere."), { name: "AppError", code: "stale", extra: { current: 1 } });
    expect(toAppError(copy)).toMatchObject({ code: "stale", status: statusOf.stale, extra: { current: 1 } });
    expect(toAppError(copy)).toBeInstanceOf(AppError);
  });

  it("no fault of the program, where it is a refusal of ours, also in an error of the database's driver", () => {
    const busy = new AppError("unavailable", "Busy.", { retryAfter: 5 });
    for (const thrown of [busy, new Error("Failed query", { cause: busy })])
      expect(isFault(thrown, toAppError(thrown).status)).toBe(false);
    for (const thrown of [new Error("x"), undefined, null, "x", coded("ENOSPC"), withoutDatabase(new Error("x"))])
      expect(isFault(thrown, 500)).toBe(true);
    expect(isFault(invalid("a", "b", "c."), 400)).toBe(false);
  });
});
