import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, tokens } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../../testing/actors";
import { call } from "../../../testing/api";
import { faults, inHours, refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { createUser } from "../users/mutations";
import { updateUser } from "../users/staff";
import { resetPassword } from "../sign-in/mutations";
import { changePassword } from "../users/passwords";
import { createPersonalToken, deletePersonalToken } from "./personal-tokens";
import { getPersonalToken, listPersonalTokens } from "./listing";

const password = "correct horse";
let admin: Actor & { id: number };
let jane: Actor & { id: number };
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
  const { id, username } = await createUser(system, {
    username: "jane",
    password,
    nickname: "Jane",
    email: "jane@example.org",
    title: "Editor",
    role: "EDITOR",
  });
  jane = { ...visitor, id, name: username, role: "EDITOR" };
});

const make = (actor: Actor = jane, given: Partial<Parameters<typeof createPersonalToken>[1]> = {}) =>
  createPersonalToken(actor, { name: "Deploy", scopes: ["content:read"], ...given });
const works = async (token: string) => (await call("GET", "/admin/posts", { token })).status === 200;
const DAY = 24;

describe("a personal access token", () => {
  it("is made with a name, scopes and an end, shown once and stored hashed", async () => {
    const { token, ...shown } = await make();
    expect(token).toMatch(/^bs_[\w-]{43}$/);
    expect(shown).toEqual({
      id: shown.id,
      name: "Deploy",
      scopes: ["content:read"],
      createTime: expect.any(Date),
      expireTime: expect.any(Date),
      lastUseTime: null,
    });
    expect(shown.expireTime.getTime() - shown.createTime.getTime()).toBe(90 * 86_400_000);
    expect(await listPersonalTokens(jane, {})).toEqual([shown]);
    expect(await getPersonalToken(jane, { tokenId: shown.id })).toEqual(shown);
    expect(JSON.stringify([await stored().select().from(tokens), await stored().select().from(events)])).not.toContain(
      token.slice(3),
    );
    expect(await works(token)).toBe(true);
  });

  it("takes bounds seriously", async () => {
    expect(await faults(make(jane, { name: " " }))).toEqual(["name required"]);
    expect(await faults(make(jane, { name: "x".repeat(101) }))).toEqual(["name too_long"]);
    expect(await faults(make(jane, { scopes: [] }))).toEqual(["scopes too_short"]);
    expect(await faults(make(jane, { scopes: ["admin", "admin"] }))).toEqual(["scopes.1 duplicate"]);
    expect(await faults(make(jane, { scopes: ["everything" as never] }))).toEqual(["scopes.0 wrong_value"]);
    for (const hours of [-1, 367 * DAY])
      expect(await faults(make(jane, { expireTime: inHours(hours) }))).toEqual(["expireTime wrong_value"]);
    expect(await refusal(make(visitor))).toMatchObject({ status: 401 });
  });

  it("is its owner's alone, and ends when they end it", async () => {
    const { id, token } = await make();
    expect(await listPersonalTokens(admin, {})).toEqual([]);
    for (const work of [getPersonalToken(admin, { tokenId: id }), deletePersonalToken(admin, { tokenId: id })])
      expect(await refusal(work)).toMatchObject({ status: 404 });
    await deletePersonalToken(jane, { tokenId: id });
    expect(await works(token)).toBe(false);
    expect(await refusal(deletePersonalToken(jane, { tokenId: id }))).toMatchObject({ status: 404 });
  });

  it("ends at its time", async () => {
    const { id, token } = await make(jane, { expireTime: inHours(1) });
    expect(await works(token)).toBe(true);
    await engine().transaction(
      (db) =>
        db
          .update(tokens)
          .set({ expireTime: new Date(Date.now() - 1) })
          .where(eq(tokens.id, id)),
      () => null,
    );
    expect(await works(token)).toBe(false);
    expect(await listPersonalTokens(jane, {})).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["suspension", () => updateUser(admin, { userId: jane.id, suspended: true })],
    ["another role", () => updateUser(admin, { userId: jane.id, role: "AUTHOR" })],
    ["another password", () => changePassword(jane, { oldPassword: password, newPassword: "another horse" })],
    ["a password set for its owner", () => resetPassword(admin, { username: "jane", password: "another horse" })],
  ])("ends with %s", async (_what, work) => {
    const { token } = await make();
    await work();
    expect(await works(token)).toBe(false);
    expect(await stored().select().from(tokens)).toEqual([]);
  });

  it("cannot make another one", async () => {
    const { token } = await make(jane, { scopes: ["admin"] });
    const { status, json } = await call("POST", "/admin/tokens", { token, body: { name: "x", scopes: ["admin"] } });
    expect([status, json.code]).toEqual([403, "forbidden"]);
  });

  it("is noted when it is used, not at every use", async () => {
    const { id, token } = await make();
    const lastUse = async () => (await getPersonalToken(jane, { tokenId: id })).lastUseTime?.getTime();
    await works(token);
    await expect.poll(lastUse).toBeGreaterThan(Date.now() - 10_000);
    const first = await lastUse();
    await works(token);
    await works(token);
    expect(await lastUse()).toBe(first);
  });

  it.each([
    ["EDITOR", 100],
    // Anybody may be a reader, with any number of accounts.
    ["SUBSCRIBER", 10],
  ] as const)("of an %s is one of %i at most", async (role, most) => {
    await updateUser(admin, { userId: jane.id, role });
    jane = { ...jane, role };
    await engine().transaction(
      (db) =>
        db.insert(tokens).values(
          Array.from({ length: most - 1 }, (_, i) => ({
            userId: jane.id,
            kind: "PERSONAL" as const,
            hash: `h${i}`,
            family: `f${i}`,
            createTime: new Date(),
            expireTime: new Date(inHours(1)),
          })),
        ),
      () => null,
    );
    await make();
    expect(await refusal(make())).toMatchObject({ status: 409 });
    expect(await make(await anActor("AUTHOR"))).toMatchObject({ name: "Deploy" });
  });
});
