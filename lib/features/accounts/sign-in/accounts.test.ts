import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { codes, events, sessions, tokens, users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { createUser } from "../users/mutations";
import { updateProfile } from "../users/profile";
import { signIn, signOut } from "./browser-sign-in";
import { endOtherSessions, endSession, noteSessionUse } from "../sessions/browsers";
import { logIn, resetPassword } from "./mutations";
import { changePassword, createPasswordCode, requestPasswordCode, setPasswordWithCode } from "../users/passwords";
import { listSessions } from "../sessions/listing";
import { findSession } from "../sessions/sessions";
import { findTokenOwner } from "../tokens/tokens";

let count = 0;
const stranger = (): Actor => ({
  ...visitor,
  ip: `198.18.${Math.floor(++count / 250)}.${count % 250}`,
  userAgent: "Firefox",
});
const password = "correct horse";
const right = { username: "jane", password };
let janeId = 0;

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (e: unknown) => e,
  );
const isIn = async (secret: string | null, now = new Date()) =>
  (await findSession(stored(), secret ?? "", now)) !== null;
const change = (set: Partial<typeof users.$inferInsert>) =>
  engine().transaction(
    (db) => db.update(users).set(set).where(eq(users.id, janeId)),
    () => null,
  );
const lastEvent = async () => (await stored().select().from(events).orderBy(desc(events.id)).limit(1))[0];

/** A signed-in browser: its secret, and the actor that a door makes of it. */
async function aBrowser(): Promise<{ secret: string; actor: Actor }> {
  const from = stranger();
  const secret = (await signIn(from, { username: "jane", password })).session ?? "";
  const found = await findSession(stored(), secret, new Date());
  return { secret, actor: { ...from, ...found?.owner } };
}

async function aProgram(): Promise<{ token: string; actor: Actor }> {
  const token = (await logIn(stranger(), right)).accessToken;
  const found = await findTokenOwner(stored(), token, new Date());
  return { token, actor: { ...stranger(), ...found?.owner } };
}

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  const made = await createUser(system, {
    ...right,
    nickname: "Jane",
    email: "jane@example.org",
    title: "Editor",
    role: "EDITOR",
  });
  janeId = 2000 + ++count;
  await engine().transaction(
    (db) => db.update(users).set({ id: janeId }).where(eq(users.id, made.id)),
    () => null,
  );
});

describe("a browser's session", () => {
  it("follows the account at once: role, suspension, deletion", async () => {
    const { secret } = await aBrowser();
    await change({ role: "SUBSCRIBER" });
    expect(await findSession(stored(), secret, new Date())).toMatchObject({ owner: { role: "SUBSCRIBER" } });
    await change({ suspended: true });
    expect(await isIn(secret)).toBe(false);
    await change({ suspended: false, role: "GOD" });
    expect(await isIn(secret)).toBe(false);
    await change({ role: "EDITOR" });
    expect(await isIn(secret)).toBe(true);
    await engine().transaction(
      (db) => db.delete(users).where(eq(users.id, janeId)),
      () => null,
    );
    expect(await isIn(secret)).toBe(false);
  });

  it("ends after 30 days without use, and after 90 days in any case", async () => {
    const { secret, actor } = await aBrowser();
    const days = (n: number) => new Date(Date.now() + n * 86_400_000);
    expect(await isIn(secret, days(29.9))).toBe(true);
    expect(await isIn(secret, days(30.1))).toBe(false);
    await engine().transaction(
      (db) => db.update(sessions).set({ createTime: days(-80), lastUseTime: days(-20) }),
      () => null,
    );
    expect(await findSession(stored(), secret, new Date())).toMatchObject({ stale: true });
    await noteSessionUse(actor, {});
    expect(await findSession(stored(), secret, new Date())).toMatchObject({ stale: false });
    expect(await isIn(secret, days(9.9))).toBe(true);
    expect(await isIn(secret, days(10.1))).toBe(false);
    for (const rubbish of ["", "x", `${secret}x`]) expect(await isIn(rubbish)).toBe(false);
  });

  it("is new at every sign-in, and ends with signing out, alone", async () => {
    const [here, there] = [await aBrowser(), await aBrowser()];
    expect(here.secret).not.toBe(there.secret);
    await signOut(here.actor, {});
    expect([await isIn(here.secret), await isIn(there.secret)]).toEqual([false, true]);
  });

  it("is listed for its owner only, and ended one by one or all others at once", async () => {
    const [one, two, three] = [await aBrowser(), await aBrowser(), await aBrowser()];
    const program = await aProgram();
    const listed = await listSessions(one.actor, {});
    expect(listed.map((each) => each.current).sort((a, b) => Number(a) - Number(b))).toEqual([false, false, true]);
    expect(JSON.stringify(listed)).not.toMatch(/hash/i);
    const other = await anActor("ADMIN");
    expect(await listSessions(other, {})).toEqual([]);
    expect(await refusal(endSession(other, { sessionId: two.actor.sessionId ?? 0 }))).toMatchObject({ status: 404 });
    await endSession(one.actor, { sessionId: two.actor.sessionId ?? 0 });
    expect([await isIn(one.secret), await isIn(two.secret), await isIn(three.secret)]).toEqual([true, false, true]);
    await endOtherSessions(one.actor, {});
    expect([
      await isIn(one.secret),
      await isIn(three.secret),
      await findTokenOwner(stored(), program.token, new Date()),
    ]).toEqual([true, false, null]);
    for (const work of [
      listSessions(visitor, {}),
      endOtherSessions(visitor, {}),
      endSession(visitor, { sessionId: 1 }),
    ])
      expect(await refusal(work)).toMatchObject({ status: 401 });
  });

  it("ends when an administrator sets a new password", async () => {
    const { secret } = await aBrowser();
    await resetPassword(system, { username: "jane", password: "another horse" });
    expect(await isIn(secret)).toBe(false);
  });
});

describe("changing one's password", () => {
  it("keeps this browser, and ends every other browser and program", async () => {
    const [here, there, program] = [await aBrowser(), await aBrowser(), await aProgram()];
    await changePassword(here.actor, { oldPassword: password, newPassword: "another horse" });
    expect([
      await isIn(here.secret),
      await isIn(there.secret),
      await findTokenOwner(stored(), program.token, new Date()),
    ]).toEqual([true, false, null]);
    expect(await refusal(logIn(stranger(), right))).toMatchObject({ status: 401 });
    await logIn(stranger(), { username: "jane", password: "another horse" });
    expect(JSON.stringify(await stored().select().from(events))).not.toContain("another horse");
  });

  it("keeps the program that asked", async () => {
    const [program, other] = [await aProgram(), await aProgram()];
    await changePassword(program.actor, { oldPassword: password, newPassword: "another horse" });
    expect(await findTokenOwner(stored(), program.token, new Date())).not.toBeNull();
    expect(await findTokenOwner(stored(), other.token, new Date())).toBeNull();
  });

  it("refuses a wrong old one, the same again, and bounds, and limits guesses", async () => {
    const { actor } = await aBrowser();
    expect(await refusal(changePassword(actor, { oldPassword: password, newPassword: password }))).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "newPassword", code: "unchanged" }] },
    });
    for (const bad of ["", "1234567", "x".repeat(101)])
      expect(await refusal(changePassword(actor, { oldPassword: password, newPassword: bad }))).toMatchObject({
        status: 400,
        extra: { errors: [{ field: "newPassword" }] },
      });
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(changePassword(actor, { oldPassword: "wrong", newPassword: "12345678" }))).toMatchObject({
        status: 400,
        extra: { errors: [{ field: "oldPassword" }] },
      });
    expect(await refusal(changePassword(actor, { oldPassword: password, newPassword: "12345678" }))).toMatchObject({
      status: 429,
    });
    expect(await refusal(changePassword(visitor, { oldPassword: "x", newPassword: "12345678" }))).toMatchObject({
      status: 401,
    });
    await logIn(stranger(), right);
  });

  it("of two changes at once, one wins", async () => {
    const [one, two] = [await aBrowser(), await aBrowser()];
    const results = await Promise.allSettled([
      changePassword(one.actor, { oldPassword: password, newPassword: "first horse" }),
      changePassword(two.actor, { oldPassword: password, newPassword: "second horse" }),
    ]);
    expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("the profile", () => {
  const profile = { username: "jane", nickname: "Jane D.", email: "jane@example.org" };

  it("changes what is sent, clears what is null, and leaves the rest", async () => {
    const { actor } = await aBrowser();
    expect(await updateProfile(actor, { ...profile, avatar: "/a.png", description: "Writes." })).toMatchObject({
      nickname: "Jane D.",
      avatar: "/a.png",
      description: "Writes.",
    });
    expect(await updateProfile(actor, { ...profile, username: "JANE", avatar: null })).toMatchObject({
      username: "JANE",
      avatar: "",
      description: "Writes.",
      role: "EDITOR",
    });
    expect((await lastEvent())?.cacheKeys).toEqual(["users"]);
  });

  it("refuses a name or address that somebody has, unknown fields, and strangers", async () => {
    const { actor } = await aBrowser();
    const other = await anActor("AUTHOR");
    expect(await refusal(updateProfile(actor, { ...profile, username: other.name.toUpperCase() }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "username", code: "taken" }] },
    });
    expect(
      await refusal(
        updateProfile(actor, { ...profile, email: `${other.name}@example.org`, currentPassword: password }),
      ),
    ).toMatchObject({ status: 409, extra: { errors: [{ field: "email" }] } });
    for (const bad of [{ role: "ADMIN" }, { nickname: " " }, { avatar: "javascript:x" }, { username: "x".repeat(51) }])
      expect(await refusal(updateProfile(actor, { ...profile, ...bad }))).toMatchObject({ status: 400 });
    expect(await refusal(updateProfile(visitor, profile))).toMatchObject({ status: 401 });
  });

  it("sets a new password with the one in use only, and then signs out elsewhere", async () => {
    const [here, there] = [await aBrowser(), await aBrowser()];
    const wish = { ...profile, nickname: "Other", password: "another horse" };
    for (const currentPassword of [undefined, "wrong"])
      expect(
        await refusal(updateProfile(here.actor, { ...wish, ...(currentPassword && { currentPassword }) })),
      ).toMatchObject({ status: 403 });
    expect((await stored().select().from(users).where(eq(users.id, janeId)))[0]?.nickname).toBe("Jane");
    await updateProfile(here.actor, { ...wish, currentPassword: password });
    expect([await isIn(here.secret), await isIn(there.secret)]).toEqual([true, false]);
    await logIn(stranger(), { username: "jane", password: "another horse" });
  });
});

describe("a code to set a password", () => {
  const wish = { username: "jane", email: "Jane@example.org", password: "another horse" };
  const aCode = async () => (await createPasswordCode(await anAdmin(), { userId: janeId })).code;

  it("sets it once, and ends every session and token", async () => {
    const { secret } = await aBrowser();
    const code = await aCode();
    expect(await setPasswordWithCode(stranger(), { ...wish, code })).toBeUndefined();
    expect(await isIn(secret)).toBe(false);
    expect(await stored().select().from(tokens)).toEqual([]);
    await logIn(stranger(), { username: "jane", password: "another horse" });
    expect(await refusal(setPasswordWithCode(stranger(), { ...wish, code }))).toMatchObject({
      status: 400,
      extra: { errors: [{ field: "code" }] },
    });
    expect(JSON.stringify(await stored().select().from(events))).not.toContain(code);
  });

  it("is refused alike when wrong, old, replaced, or for somebody else, and counted", async () => {
    const first = await aCode();
    const code = await aCode();
    const expected = { status: 400, extra: { errors: [{ field: "code", code: "wrong_code" }] } };
    for (const bad of [{ code: first }, { code: "x" }, { username: "nobody" }, { email: "other@example.org" }])
      expect(await refusal(setPasswordWithCode(stranger(), { ...wish, code, ...bad }))).toMatchObject(expected);
    const actor = stranger();
    for (let i = 0; i < 5; i += 1) await refusal(setPasswordWithCode(actor, { ...wish, code: "x" }));
    expect(await refusal(setPasswordWithCode(actor, { ...wish, code }))).toMatchObject({ status: 429 });
    await engine().transaction(
      (db) => db.update(codes).set({ expireTime: new Date() }),
      () => null,
    );
    expect(await refusal(setPasswordWithCode(stranger(), { ...wish, code }))).toMatchObject(expected);
    await logIn(stranger(), right);
  });

  it("used fifty times at once works once", async () => {
    const code = await aCode();
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        setPasswordWithCode(stranger(), { ...wish, password: `battery staple ${i}`, code }),
      ),
    );
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  });

  it("is made by administrators, and not sent by a site without mail", async () => {
    expect(await refusal(createPasswordCode(await anActor("EDITOR"), { userId: janeId }))).toMatchObject({
      status: 403,
    });
    expect(await refusal(createPasswordCode(await anAdmin(), { userId: 99 }))).toMatchObject({ status: 404 });
    for (const username of ["jane", "nobody"])
      expect(await refusal(requestPasswordCode(visitor, { username }))).toMatchObject({ code: "unavailable" });
  });
});
