import { readdirSync, readFileSync } from "node:fs";
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, invitations, recoveryCodes, sessions, users } from "../../../../db/schema";
import { resetFactor } from "../factors/resetting";
import { endUserSession, endUserSessions } from "../sessions/browsers";
import { listUserSessions } from "../sessions/listing";
import { createSession, findSession } from "../sessions/sessions";
import { listUserTokens } from "../tokens/listing";
import { createPersonalToken, deleteUserToken } from "../tokens/personal-tokens";
import { logIn } from "../sign-in/mutations";
import { getPublicPost } from "../../writing/posts/queries";
import { type Actor, type Role, roles } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, visitor } from "../../../testing/actors";
import { aPost } from "../../../testing/factories";
import { provideFeatures } from "../../../server/features";
import { freshDatabase, stored } from "../../../testing/setup";
import { createInvitation, deleteInvitation } from "../invitations/invitations";
import { countUsers, getUser, listInvitations, listUserIds, listUsers } from "./queries";
import { register } from "../invitations/registration";
import { createPasswordCode, setPasswordWithCode } from "./passwords";
import { deleteUser, getUserRemoval, updateUser } from "./staff";

provideFeatures();

let count = 0;
const stranger = (): Actor => ({ ...visitor, ip: `100.64.${Math.floor(++count / 250)}.${count % 250}` });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (e: unknown) => e,
  );
const lastSummary = async () => (await stored().select().from(events).orderBy(desc(events.id)).limit(1))[0]?.summary;
const bob = { username: "bob", email: "bob@example.org", password: "correct horse" };

let admin: Actor & { id: number };
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

describe("users", () => {
  it("are for administrators to see, without anything secret", async () => {
    const author = await anActor("AUTHOR");
    const { items: all } = await listUsers(admin, {});
    expect(all.map((each) => each.id)).toEqual([admin.id, author.id]);
    expect(await getUser(admin, { userId: author.id })).toEqual(all[1]);
    expect(JSON.stringify(all)).not.toMatch(/hash|mfaKey|lastTotpStep/i);
    expect(await refusal(getUser(admin, { userId: 99 }))).toMatchObject({ status: 404 });
    for (const role of ["SUBSCRIBER", "AUTHOR", "EDITOR"] as const) {
      const actor = await anActor(role);
      const works = [
        listUsers(actor, {}),
        getUser(actor, { userId: 1 }),
        updateUser(actor, { userId: author.id, role: "ADMIN" }),
        deleteUser(actor, { userId: author.id }),
        createInvitation(actor, {}),
        listInvitations(actor, {}),
        deleteInvitation(actor, { invitationId: 1 }),
      ];
      for (const work of works) expect(await refusal(work)).toMatchObject({ status: 403 });
    }
    for (const work of [listUsers(visitor, {}), updateUser(visitor, { userId: 1, role: "ADMIN" })])
      expect(await refusal(work)).toMatchObject({ status: 401 });
  });

  it("lose every sign-in with another role and with suspension, not with another title", async () => {
    const author = await anActor("AUTHOR");
    const signedIn = () =>
      engine().transaction(
        (db) => createSession(db, { userId: author.id, role: "AUTHOR" }, stranger(), new Date()),
        () => null,
      );
    const isIn = async (secret: string) => (await findSession(stored(), secret, new Date())) !== null;
    const secret = await signedIn();
    expect(await updateUser(admin, { userId: author.id, title: "Columnist" })).toMatchObject({
      title: "Columnist",
      role: "AUTHOR",
    });
    expect(await isIn(secret)).toBe(true);
    expect(await updateUser(admin, { userId: author.id, role: "EDITOR" })).toMatchObject({
      role: "EDITOR",
      title: "Columnist",
    });
    expect(await isIn(secret)).toBe(false);
    expect(await lastSummary()).toContain("the role EDITOR");
    await signedIn();
    expect(await updateUser(admin, { userId: author.id, suspended: true })).toMatchObject({ suspended: true });
    expect(await stored().select().from(sessions)).toEqual([]);
    expect(await updateUser(admin, { userId: author.id, suspended: false })).toMatchObject({ suspended: false });
    expect(await refusal(updateUser(admin, { userId: 99, role: "EDITOR" }))).toMatchObject({ status: 404 });
    for (const bad of [{ role: "OWNER" }, { suspended: "yes" }, { passwordHash: "x" }])
      expect(await refusal(updateUser(admin, { userId: author.id, ...(bad as object) }))).toMatchObject({
        status: 400,
      });
  });

  it("the last administrator stays one", async () => {
    const works = [
      () => updateUser(admin, { userId: admin.id, role: "EDITOR" }),
      () => updateUser(admin, { userId: admin.id, suspended: true }),
      () => deleteUser(admin, { userId: admin.id }),
    ];
    for (const work of works) expect(await refusal(work())).toMatchObject({ status: 409 });
    const second = await anAdmin();
    await updateUser(admin, { userId: second.id, suspended: true });
    for (const work of works) expect(await refusal(work())).toMatchObject({ status: 409 });
    expect(await getUser(admin, { userId: admin.id })).toMatchObject({ role: "ADMIN", suspended: false });
  });

  it("of two administrators who demote each other at once, one stays", async () => {
    const second = await anAdmin();
    const results = await Promise.allSettled([
      updateUser(admin, { userId: second.id, role: "AUTHOR" }),
      updateUser(second, { userId: admin.id, role: "AUTHOR" }),
    ]);
    expect(results.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await stored().select().from(users).where(eq(users.role, "ADMIN"))).toHaveLength(1);
  });

  it("are deleted with all their sign-ins, and their posts stay without an author", async () => {
    const author = await anActor("AUTHOR");
    const post = await aPost(author);
    await engine().transaction(
      (db) => createSession(db, { userId: author.id, role: "AUTHOR" }, stranger(), new Date()),
      () => null,
    );
    await deleteUser(admin, { userId: author.id });
    expect(await stored().select().from(sessions)).toEqual([]);
    expect((await getPublicPost(visitor, { postId: post.id })).author).toBeNull();
    expect(await refusal(deleteUser(admin, { userId: author.id }))).toMatchObject({ status: 404 });
  });
});

describe("what an administrator gave out", () => {
  const losing: Record<string, (userId: number) => Promise<unknown>> = {
    "is suspended": (userId) => updateUser(admin, { userId, suspended: true }),
    "becomes an editor": (userId) => updateUser(admin, { userId, role: "EDITOR" }),
    "is deleted": (userId) => deleteUser(admin, { userId }),
  };
  it.each(Object.entries(losing))("opens nothing once they are no longer one: who %s", async (_name, lose) => {
    const [other, jane] = [await anAdmin(), await anActor("AUTHOR")];
    const kept = await createInvitation(admin, { role: "AUTHOR" });
    const { code } = await createInvitation(other, { role: "ADMIN" });
    const handed = await createPasswordCode(other, { userId: jane.id });
    await lose(other.id);
    const left = await stored().select({ id: invitations.id }).from(invitations);
    expect(left).toEqual([{ id: kept.id }]);
    const refused = { status: 400, extra: { errors: [{ field: "code" }] } };
    expect(await refusal(register(stranger(), { ...bob, code }))).toMatchObject(refused);
    const { username, email } = await getUser(admin, { userId: jane.id });
    const reset = { username, email, code: handed.code, password: "another horse" };
    expect(await refusal(setPasswordWithCode(stranger(), reset))).toMatchObject(refused);
  });
});

describe("the list of users", () => {
  const names = async (input: Parameters<typeof listUsers>[1]) =>
    (await listUsers(admin, input)).items.map(({ username }) => username);

  it("is narrowed by role, suspension and words, sorted and paged, and whole without a page", async () => {
    const made = [];
    for (let i = 0; i < 25; i += 1) made.push(await anActor(i % 2 === 0 ? "AUTHOR" : "SUBSCRIBER"));
    const [first] = made;
    await updateUser(admin, { userId: first?.id ?? 0, suspended: true });
    expect(await listUsers(admin, {})).toMatchObject({ total: 26, items: { length: 26 } });
    expect(await listUsers(admin, { page: 2 })).toMatchObject({ total: 26, items: { length: 6 } });
    expect(await listUsers(admin, { size: 5, sort: ["id,desc"] })).toMatchObject({ total: 26, items: { length: 5 } });
    expect((await names({ state: "AUTHOR" })).length).toBe(13);
    expect(await names({ state: "suspended" })).toEqual([first?.name]);
    expect(await names({ keyword: first?.name.toUpperCase() ?? "" })).toContain(first?.name);
    expect(await names({ keyword: "nobody of this name" })).toEqual([]);
    expect(await countUsers(admin, {})).toEqual({
      all: 26,
      SUBSCRIBER: 12,
      AUTHOR: 13,
      EDITOR: 0,
      ADMIN: 1,
      suspended: 1,
    });
    const { ids, total } = await listUserIds(admin, { state: "SUBSCRIBER" });
    expect([ids.length, total]).toEqual([12, 12]);
  });
});

describe("one account", () => {
  const signedIn = (userId: number) =>
    engine().transaction(
      (db) => createSession(db, { userId, role: "AUTHOR" }, stranger(), new Date()),
      () => null,
    );

  it("shows administrators its browsers and tokens, and they end one or all of them", async () => {
    const author = await anActor("AUTHOR");
    await signedIn(author.id);
    await signedIn(author.id);
    await createPersonalToken(author, { name: "Script", scopes: ["content:read"] });
    const browsers = await listUserSessions(admin, { userId: author.id });
    expect(browsers).toHaveLength(2);
    expect(JSON.stringify(browsers)).not.toContain("hash");
    await endUserSession(admin, { userId: author.id, sessionId: browsers[0]?.id ?? 0 });
    expect(await listUserSessions(admin, { userId: author.id })).toHaveLength(1);
    // A browser of somebody else is not ended under this account's name.
    await signedIn(admin.id);
    const [own] = await listUserSessions(admin, { userId: admin.id });
    expect(await refusal(endUserSession(admin, { userId: author.id, sessionId: own?.id ?? 0 }))).toMatchObject({
      status: 404,
    });

    const [token] = await listUserTokens(admin, { userId: author.id });
    expect(token).toMatchObject({ name: "Script" });
    expect(await refusal(deleteUserToken(admin, { userId: admin.id, tokenId: token?.id ?? 0 }))).toMatchObject({
      status: 404,
    });
    await deleteUserToken(admin, { userId: author.id, tokenId: token?.id ?? 0 });
    expect(await listUserTokens(admin, { userId: author.id })).toEqual([]);
    await createPersonalToken(author, { name: "Another", scopes: ["content:read"] });
    await endUserSessions(admin, { userId: author.id });
    expect(await stored().select().from(sessions).where(eq(sessions.userId, author.id))).toEqual([]);
    expect(await listUserTokens(admin, { userId: author.id })).toEqual([]);
    for (const work of [
      () => listUserSessions(admin, { userId: 99 }),
      () => listUserTokens(admin, { userId: 99 }),
      () => endUserSessions(admin, { userId: 99 }),
      () => getUserRemoval(admin, { userId: 99 }),
      () => resetFactor(admin, { userId: 99 }),
    ])
      expect(await refusal(work())).toMatchObject({ status: 404 });
    for (const role of ["SUBSCRIBER", "AUTHOR", "EDITOR"] as const) {
      const other = await anActor(role);
      for (const work of [
        listUserSessions(other, { userId: other.id }),
        endUserSession(other, { userId: other.id, sessionId: 1 }),
        endUserSessions(other, { userId: author.id }),
        listUserTokens(other, { userId: author.id }),
        deleteUserToken(other, { userId: author.id, tokenId: 1 }),
        resetFactor(other, { userId: author.id }),
        getUserRemoval(other, { userId: author.id }),
        countUsers(other, {}),
        listUserIds(other, {}),
      ])
        expect(await refusal(work)).toMatchObject({ status: 403 });
    }
  });

  it("keeps the browser that signs its own account out everywhere", async () => {
    await signedIn(admin.id);
    await signedIn(admin.id);
    const [here] = await listUserSessions(admin, { userId: admin.id });
    await endUserSessions({ ...admin, sessionId: here?.id ?? 0 }, { userId: admin.id });
    expect((await stored().select().from(sessions)).map(({ id }) => id)).toEqual([here?.id]);
  });

  it("gets its second factor turned off by others only, with its recovery codes", async () => {
    const author = await anActor("AUTHOR");
    expect(await refusal(resetFactor(admin, { userId: author.id }))).toMatchObject({ status: 400 });
    await engine().transaction(
      async (db) => {
        await db.update(users).set({ mfaType: "TFA_TOTP", mfaKey: "sealed" });
        await db.insert(recoveryCodes).values({ userId: author.id, mark: "x", createTime: new Date() });
      },
      () => null,
    );
    await resetFactor(admin, { userId: author.id });
    expect(await getUser(admin, { userId: author.id })).toMatchObject({ mfaType: "NONE" });
    expect(await stored().select().from(recoveryCodes)).toEqual([]);
    expect(await refusal(resetFactor(admin, { userId: admin.id }))).toMatchObject({ status: 409 });
    expect(await getUser(admin, { userId: admin.id })).toMatchObject({ mfaType: "TFA_TOTP" });
  });

  it("is not suspended by its own owner, though there is another administrator", async () => {
    await anAdmin();
    expect(await refusal(updateUser(admin, { userId: admin.id, suspended: true }))).toMatchObject({
      status: 409,
      extra: { reason: "own_account" },
    });
  });

  it("is counted before it is deleted, and its texts and files go to the heir", async () => {
    const author = await anActor("AUTHOR");
    const post = await aPost(author);
    await aPost(author, { status: "DRAFT" });
    expect(await getUserRemoval(admin, { userId: author.id })).toEqual({
      posts: 2,
      sheets: 0,
      journals: 0,
      files: 0,
      comments: 0,
      tokens: 0,
      heirs: [{ id: admin.id, nickname: expect.any(String) }],
    });
    for (const heir of [author.id, 99])
      expect(await refusal(deleteUser(admin, { userId: author.id, heir }))).toMatchObject({
        status: 400,
        extra: { errors: [{ field: "heir" }] },
      });
    await deleteUser(admin, { userId: author.id, heir: admin.id });
    expect((await getPublicPost(visitor, { postId: post.id })).author).toMatchObject({ id: admin.id });
    expect(await getUserRemoval(admin, { userId: admin.id })).toMatchObject({ posts: 2 });
    expect(await lastSummary()).toContain(`user:${admin.id}`);
  });

  it("hands over every column that says whose a record is", () => {
    // Comments keep the name they were written with; the others say who did something, not whose it is.
    const kept = ["comments.ts userId", "users.ts createdBy", "users.ts usedBy"];
    const owned = readdirSync("db/schema").flatMap((file) =>
      [...readFileSync(`db/schema/${file}`, "utf8").matchAll(/(\w+): int\(\)\.references\(\(\) => users\.id/g)].map(
        ([, column]) => `${file} ${column}`,
      ),
    );
    expect([...new Set(owned)].filter((name) => !kept.includes(name)).sort()).toEqual([
      "attachments.ts uploaderId",
      "journals.ts authorId",
      "removals.ts ownerId",
      "writing.ts authorId",
    ]);
  });
});

describe("an invitation", () => {
  it("makes an account with its role, once, and is shown with its code once", async () => {
    const { code, mailed: _, ...shown } = await createInvitation(admin, { role: "EDITOR" });
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(await listInvitations(admin, {})).toEqual([shown]);
    const made = await register(stranger(), { ...bob, code });
    expect(made).toMatchObject({ username: "bob", nickname: "bob", role: "EDITOR" });
    expect(await listInvitations(admin, {})).toMatchObject([{ usedBy: made.id, usedTime: expect.any(Date) }]);
    expect(await lastSummary()).toBe('"bob" registered with an invitation and the role EDITOR.');
    await logIn(stranger(), { username: "bob", password: bob.password });
    expect(
      await refusal(register(stranger(), { ...bob, username: "eve", email: "eve@example.org", code })),
    ).toMatchObject({ status: 400, extra: { errors: [{ field: "code", code: "wrong_code" }] } });
    const everything = JSON.stringify([
      await stored().select().from(events),
      await stored().select().from(invitations),
    ]);
    for (const secret of [code, bob.password]) expect(everything).not.toContain(secret);
  });

  it("takes the name that readers see, too", async () => {
    const named = await register(stranger(), {
      ...bob,
      nickname: " Rob Roy ",
      code: (await createInvitation(admin, {})).code,
    });
    expect(named).toMatchObject({ username: "bob", nickname: "Rob Roy" });
  });

  it("has AUTHOR as its role unless another is given, and every role can be", async () => {
    expect(await createInvitation(admin, {})).toMatchObject({ role: "AUTHOR", email: null });
    for (const role of roles) expect(await createInvitation(admin, { role })).toMatchObject({ role });
    expect(await refusal(createInvitation(admin, { role: "SYSTEM" as Role }))).toMatchObject({ status: 400 });
  });

  it("is refused alike when wrong, expired, taken back, or for another address", async () => {
    const expected = { status: 400, extra: { errors: [{ field: "code" }] } };
    const forAnn = await createInvitation(admin, { email: "Ann@example.org" });
    expect(await refusal(register(stranger(), { ...bob, code: forAnn.code }))).toMatchObject(expected);
    expect(
      await register(stranger(), { ...bob, username: "ann", email: "ANN@example.org", code: forAnn.code }),
    ).toMatchObject({ role: "AUTHOR" });
    const { code, id } = await createInvitation(admin, {});
    await engine().transaction(
      (db) => db.update(invitations).set({ expireTime: new Date() }).where(eq(invitations.id, id)),
      () => null,
    );
    for (const bad of [code, "x", `${code} `])
      expect(await refusal(register(stranger(), { ...bob, code: bad }))).toMatchObject(expected);
    const back = await createInvitation(admin, {});
    await deleteInvitation(admin, { invitationId: back.id });
    expect(await refusal(register(stranger(), { ...bob, code: back.code }))).toMatchObject(expected);
    expect(await refusal(deleteInvitation(admin, { invitationId: back.id }))).toMatchObject({ status: 404 });
  });

  it("is not used up by a name that is taken, nor by input out of bounds", async () => {
    const { code } = await createInvitation(admin, {});
    expect(await refusal(register(stranger(), { ...bob, username: admin.name, code }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "username" }] },
    });
    for (const bad of [{ password: "1234567" }, { email: "bob" }, { username: "a b" }, { role: "ADMIN" }])
      expect(await refusal(register(stranger(), { ...bob, ...bad, code }))).toMatchObject({ status: 400 });
    expect((await register(stranger(), { ...bob, code })).username).toBe("bob");
  });

  it("used fifty times at once makes one account", async () => {
    const { code } = await createInvitation(admin, {});
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        register(stranger(), { username: `bob${i}`, email: `bob${i}@example.org`, password: bob.password, code }),
      ),
    );
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(await stored().select().from(users)).toHaveLength(2);
  });

  it("cannot be guessed at for long", async () => {
    const actor = stranger();
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(register(actor, { ...bob, code: "x" }))).toMatchObject({ status: 400 });
    const { code } = await createInvitation(admin, {});
    expect(await refusal(register(actor, { ...bob, code }))).toMatchObject({ status: 429 });
  });
});
