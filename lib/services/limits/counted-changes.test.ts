import { desc, count } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { events } from "../../../db/schema";
import { type Actor, visitor } from "../../core/access";
import { ownLines } from "../../core/change-pace";
import { recordSignInFailure } from "../../features/accounts/sign-in/sign-ins";
import { signIn } from "../../features/accounts/sign-in/browser-sign-in";
import { logIn, logOut, refreshTokens } from "../../features/accounts/sign-in/mutations";
import { createUser } from "../../features/accounts/users/mutations";
import { anActor } from "../../testing/actors";
import { refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { countWithoutLine, noteCountedChanges, takeLine } from "./counted-changes";

beforeAll(() => ownLines.provide({ take: takeLine, count: countWithoutLine }));
beforeEach(async () => {
  await freshDatabase();
  await noteCountedChanges();
});

/** Each test has its own networks, since what was counted stays. */
let net = 0;
const somewhere = (): Actor => ({ ...visitor, ip: `198.51.100.${(net += 1)}` });
const lines = async () => (await stored().select({ all: count() }).from(events))[0]?.all ?? 0;
const last = async () => (await stored().select().from(events).orderBy(desc(events.id)).limit(1))[0]?.summary;
const fail = (from: Actor) =>
  recordSignInFailure(from, { username: "jane", userId: null, reason: "credentials", ip: from.ip });

it("refused sign-ins of one network have fifty lines a day in the audit log, and one that says how many more", async () => {
  const [one, other] = [somewhere(), somewhere()];
  const before = await lines();
  for (let i = 0; i < 80; i += 1) await fail(one);
  expect((await lines()) - before).toBe(50);
  await fail(other);
  expect((await lines()) - before).toBe(51);
  await noteCountedChanges();
  expect(await last()).toBe(`Without lines of their own: 30 sign-ins that failed, most of them from ${one.ip}.`);
  await noteCountedChanges();
  expect((await lines()) - before).toBe(52);
});

it("a right password that does not sign in has its line after any number of wrong ones", async () => {
  const from = somewhere();
  for (let i = 0; i < 80; i += 1) await fail(from);
  const before = await lines();
  for (const reason of ["factor", "suspended"] as const)
    await recordSignInFailure(from, { username: "jane", userId: 1, reason, ip: from.ip });
  expect((await lines()) - before).toBe(2);
  for (let i = 0; i < 80; i += 1)
    await recordSignInFailure(from, { username: "jane", userId: 1, reason: "factor", ip: from.ip });
  await noteCountedChanges();
  expect(await last()).toBe(
    `Without lines of their own: 32 sign-ins with a right password that failed, most of them from ${from.ip}.`,
  );
});

it("an IPv6 customer's many networks are one", async () => {
  const before = await lines();
  for (let i = 0; i < 80; i += 1) await fail({ ...visitor, ip: `2001:db8:77:${i}::1` });
  expect((await lines()) - before).toBe(50);
});

it("each sign-in of staff has its line, those of readers' accounts fifty a day for their network", async () => {
  const from = somewhere();
  const staff = await anActor("AUTHOR");
  const reader = await anActor("SUBSCRIBER");
  const takenBy = async (actor: Actor, times: number) => {
    let own = 0;
    for (let i = 0; i < times; i += 1) if (await takeLine({ ...actor, ip: from.ip }, "sign-ins of readers")) own += 1;
    return own;
  };
  expect(await takenBy(staff, 80)).toBe(80);
  expect([await takenBy(reader, 40), await takenBy({ ...reader, id: 4711 }, 40)]).toEqual([40, 10]);
});

it("a right password after many wrong ones has its line, with the role of its account", async () => {
  const from = somewhere();
  for (let i = 0; i < 60; i += 1) await fail(from);
  const named = { nickname: "Jane", title: "x", password: "correct horse" };
  for (const role of ["SUBSCRIBER", "EDITOR"] as const) {
    const username = `jane-${role.toLowerCase()}`;
    await createUser(await anActor("ADMIN"), { ...named, role, username, email: `${username}@example.org` });
    await signIn(from, { username, password: named.password });
    expect(await last()).toBe(`"${username}" signed in from ${from.ip}.`);
  }
  expect(await refusal(signIn(from, { username: "jane-editor", password: "wrong" }))).toMatchObject({ status: 401 });
});

it("a reader's account that signs in, uses a token twice and signs out all day has fifty lines of each", async () => {
  const from = somewhere();
  const reader = { username: "ada", password: "correct horse" };
  const { id } = await createUser(await anActor("ADMIN"), {
    ...reader,
    nickname: "Ada",
    title: "x",
    email: "ada@example.org",
    role: "SUBSCRIBER",
  });
  const before = await lines();
  for (let i = 0; i < 60; i += 1) {
    const { refreshToken } = await logIn(from, reader);
    await logOut({ ...from, id, name: "ada", role: "SUBSCRIBER" }, {});
    await refreshTokens(from, { refreshToken });
    await refusal(refreshTokens(from, { refreshToken }));
  }
  expect((await lines()) - before).toBe(3 * 50);
  await noteCountedChanges();
  expect((await lines()) - before).toBe(3 * 50 + 3);
});
