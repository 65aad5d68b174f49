import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, invitations, sessions, users } from "../../../../db/schema";
import { createSession, findSession } from "../sessions/sessions";
import { logIn } from "../sign-in/mutations";
import { type Actor, type Role, roles } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { createInvitation, deleteInvitation } from "../invitations/invitations";
import { getUser, listInvitations, listUsers } from "./queries";
import { register } from "../invitations/registration";
import { deleteUser, updateUser } from "./staff";

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
    const all = await listUsers(admin, {});
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
        (db) => createSession(db, author.id, stranger(), new Date()),
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

  it("are deleted with all their sign-ins", async () => {
    const author = await anActor("AUTHOR");
    await engine().transaction(
      (db) => createSession(db, author.id, stranger(), new Date()),
      () => null,
    );
    await deleteUser(admin, { userId: author.id });
    expect(await stored().select().from(sessions)).toEqual([]);
    expect(await refusal(deleteUser(admin, { userId: author.id }))).toMatchObject({ status: 404 });
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
