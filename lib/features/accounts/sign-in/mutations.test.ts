import bcrypt from "bcryptjs";
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { codes, events, tokens, users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { createUser } from "../users/mutations";
import { logIn, precheckLogin, refreshTokens, resetPassword } from "./mutations";
import { isOutdated, passwordLoad } from "../passwords/password";
import { findTokenOwner, hashOf } from "../tokens/tokens";

let count = 0;
/** A stranger from another address each time, so that attempts of one test do not count in another. */
const stranger = (): Actor => ({ ...visitor, ip: `198.51.${Math.floor(++count / 250)}.${count % 250}` });

const password = "correct horse";
const right = { username: "jane", password };
let janeId = 0;

const change = (set: Partial<typeof users.$inferInsert>) =>
  engine().transaction(
    (db) => db.update(users).set(set).where(eq(users.id, janeId)),
    () => null,
  );
const ownerOf = async (token: string, now = new Date()) => (await findTokenOwner(stored(), token, now))?.owner ?? null;
const lastEvent = async () => (await stored().select().from(events).orderBy(desc(events.id)).limit(1))[0];
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (e: unknown) => e,
  );

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  janeId = (
    await createUser(system, { ...right, nickname: "Jane", email: "jane@example.org", title: "Editor", role: "EDITOR" })
  ).id;
});

describe("signing in", () => {
  it("answers tokens that name the account, and notes the time", async () => {
    const begun = Date.now();
    const answer = await logIn(stranger(), right);
    expect(answer).toEqual({
      accessToken: expect.stringMatching(/^[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      tokenType: "Bearer",
      expiresIn: 86_400,
    });
    expect(await ownerOf(answer.accessToken)).toEqual({
      id: janeId,
      role: "EDITOR",
      name: "jane",
      tokenId: expect.any(Number),
      scopes: null,
    });
    expect(await ownerOf(answer.refreshToken)).toBeNull();
    const [row] = await stored().select().from(users).where(eq(users.id, janeId));
    expect(Number(row?.lastLoginTime)).toBeGreaterThanOrEqual(begun);
  });

  it("takes the e-mail, any case, and an absent second factor", async () => {
    const inputs = [
      ...["JANE", "jane@example.org", "Jane@Example.ORG"].map((username) => ({ ...right, username, authcode: null })),
      { ...right, authcode: "123456" },
    ];
    for (const input of inputs)
      expect(await ownerOf((await logIn(stranger(), input)).accessToken)).toMatchObject({ id: janeId });
  });

  it("stores hashes only, and writes the audit log without secrets", async () => {
    const actor = stranger();
    const { accessToken, refreshToken } = await logIn(actor, right);
    const rows = await stored().select().from(tokens);
    expect(rows.map((row) => [row.kind, row.hash] as const).sort(([a], [b]) => a.localeCompare(b))).toEqual([
      ["ACCESS", hashOf(accessToken)],
      ["REFRESH", hashOf(refreshToken)],
    ]);
    expect(await lastEvent()).toMatchObject({
      operation: "logIn",
      actorId: janeId,
      actorName: "jane",
      subject: `user:${janeId}`,
      summary: `"jane" signed in from ${actor.ip}.`,
      cacheKeys: [],
    });
    const everything = JSON.stringify([rows, await stored().select().from(events)]);
    for (const secret of [password, accessToken, refreshToken]) expect(everything).not.toContain(secret);
  });

  it("refuses an unknown name and a wrong password in the same way, after the same work", async () => {
    const before = passwordLoad().done;
    const wrong = await refusal(logIn(stranger(), { ...right, password: "wrong" }));
    const middle = passwordLoad().done;
    const unknown = await refusal(logIn(stranger(), { username: "nobody", password }));
    expect(wrong).toMatchObject({ code: "unauthenticated", status: 401 });
    expect(wrong).toEqual(unknown);
    expect([middle - before, passwordLoad().done - middle]).toEqual([1, 1]);
  });

  it("refuses a suspended account, one without a password, and empty input in that way, too", async () => {
    await change({ suspended: true });
    const expected = { code: "unauthenticated", message: "The name or the password is wrong." };
    expect(await refusal(logIn(stranger(), right))).toMatchObject(expected);
    expect((await lastEvent())?.summary).toContain("suspended");
    const other = await anActor("AUTHOR");
    for (const name of [other.name, ""])
      for (const word of ["", "x"])
        expect(await refusal(logIn(stranger(), { username: name, password: word }))).toMatchObject(expected);
    expect(await stored().select().from(tokens)).toEqual([]);
  });

  it("notes each refusal in the audit log, and never a password, not even one that was typed as the name", async () => {
    const actor = stranger();
    await refusal(logIn(actor, { ...right, password: "secret guess" }));
    expect(await lastEvent()).toMatchObject({
      operation: "recordSignInFailure",
      subject: `user:${janeId}`,
      summary: `Sign-in as "jane" from ${actor.ip} failed: wrong name or password.`,
      cacheKeys: [],
    });
    for (const [name, noted] of [
      ['\n"secret guess', "??…"],
      ["secret guess", "se…"],
    ] as const) {
      await refusal(precheckLogin(actor, { username: name, password: "x" }));
      expect(await lastEvent()).toMatchObject({
        subject: "user:unknown",
        summary: `Sign-in as "${noted}" from ${actor.ip} failed: wrong name or password.`,
      });
    }
    expect(JSON.stringify(await stored().select().from(events))).not.toContain("secret guess");
  });

  it("limits fifty wrong guesses at once to five", async () => {
    const before = passwordLoad().done;
    const actor = stranger();
    const results = await Promise.all(
      Array.from({ length: 50 }, () => refusal(logIn(actor, { ...right, password: "wrong" }))),
    );
    expect(results.filter((e) => e instanceof Error && "status" in e && e.status === 401)).toHaveLength(5);
    expect(results.filter((e) => e instanceof Error && "status" in e && e.status === 429)).toHaveLength(45);
    expect(passwordLoad().done - before).toBe(5);
    expect(await refusal(logIn(actor, right))).toMatchObject({
      code: "too_many",
      extra: { retryAfter: expect.any(Number) },
    });
    // The owner is not locked out elsewhere.
    await logIn(stranger(), right);
  });

  it("lets many right sign-ins at once pass, each with tokens of its own", async () => {
    const actor = stranger();
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(actor, right)));
    expect(new Set(answers.map((a) => a.accessToken)).size).toBe(20);
  });

  it("renews an imported bcrypt hash, also when it is used twice at once", async () => {
    await change({ passwordHash: bcrypt.hashSync(password, 4).replace("$2b$", "$2a$") });
    await refusal(logIn(stranger(), { ...right, password: "wrong" }));
    expect((await stored().select().from(users).where(eq(users.id, janeId)))[0]?.passwordHash).toMatch(/^\$2a\$/);
    await Promise.all(Array.from({ length: 4 }, () => logIn(stranger(), right)));
    const [row] = await stored().select().from(users).where(eq(users.id, janeId));
    expect(isOutdated(String(row?.passwordHash))).toBe(false);
    await logIn(stranger(), right);
  });

  it("stays closed to an account with a second factor until one can be checked", async () => {
    await change({ mfaType: "TFA_TOTP" });
    expect(await precheckLogin(stranger(), right)).toEqual({ mfaRequired: true });
    expect(await refusal(logIn(stranger(), { ...right, authcode: "123456" }))).toMatchObject({
      code: "mfa_required",
      status: 401,
    });
    expect(await stored().select().from(tokens)).toEqual([]);
  });

  it("removes the account's expired tokens", async () => {
    await logIn(stranger(), right);
    await engine().transaction(
      (db) => db.update(tokens).set({ expireTime: new Date(0) }),
      () => null,
    );
    await logIn(stranger(), right);
    expect(await stored().select().from(tokens)).toHaveLength(2);
  });
});

describe("the check before signing in", () => {
  it("says whether a second factor is asked for, and makes no token", async () => {
    expect(await precheckLogin(stranger(), right)).toEqual({ mfaRequired: false });
    expect(await stored().select().from(tokens)).toEqual([]);
    expect(await refusal(precheckLogin(stranger(), { ...right, password: "wrong" }))).toMatchObject({ status: 401 });
  });

  it("does not clear the count when it passes", async () => {
    const actor = stranger();
    for (let i = 0; i < 5; i += 1) {
      if (i < 4) await precheckLogin(actor, right);
      await refusal(logIn(actor, { ...right, password: "wrong" }));
    }
    expect(await refusal(precheckLogin(actor, right))).toMatchObject({ code: "too_many" });
  });
});

describe("a reset password", () => {
  it("replaces the old one and ends every token and code of that account", async () => {
    const { accessToken, refreshToken } = await logIn(stranger(), right);
    const admin = await anAdmin();
    const bob = await createUser(admin, { username: "bob", nickname: "Bob", email: "bob@example.org", title: "x" });
    const answer = await resetPassword(system, { username: "JANE@example.org", password: "another horse" });
    expect(answer).toMatchObject({ id: janeId, username: "jane" });
    expect(JSON.stringify(answer)).not.toMatch(/hash|bcrypt/i);
    expect(await ownerOf(accessToken)).toBeNull();
    await expect(refreshTokens(visitor, { refreshToken })).rejects.toMatchObject({ status: 401 });
    await expect(logIn(stranger(), right)).rejects.toMatchObject({ status: 401 });
    await logIn(stranger(), { username: "jane", password: "another horse" });
    expect(await stored().select().from(codes)).toHaveLength(1);
    await resetPassword(admin, { username: bob.username, password: "a third horse" });
    expect(await stored().select().from(codes)).toEqual([]);
    expect(JSON.stringify(await stored().select().from(events))).not.toContain("another horse");
  });

  it("is refused to others, for nobody, and out of bounds", async () => {
    await expect(resetPassword(visitor, { username: "jane", password: "a third horse" })).rejects.toMatchObject({
      status: 401,
    });
    await expect(
      resetPassword(await anActor("EDITOR"), { username: "jane", password: "a third horse" }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(resetPassword(system, { username: "nobody", password: "a third horse" })).rejects.toMatchObject({
      status: 400,
      extra: { errors: [{ field: "username" }] },
    });
    for (const bad of ["1234567", "x".repeat(101)])
      await expect(resetPassword(system, { username: "jane", password: bad })).rejects.toMatchObject({ status: 400 });
    await logIn(stranger(), right);
  });
});
