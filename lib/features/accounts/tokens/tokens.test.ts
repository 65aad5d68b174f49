import { desc, eq, inArray } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { events, tokens, users } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { engine } from "../../../core/operation";
import { anActor, anAdmin, system, visitor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { createUser } from "../users/mutations";
import { logIn, logOut, refreshTokens } from "../sign-in/mutations";
import { findTokenOwner, hashOf, issueTokens } from "./tokens";

let count = 0;
/** A stranger from another address each time, so that attempts of one test do not count in another. */
const stranger = (): Actor => ({ ...visitor, ip: `203.0.${Math.floor(++count / 250)}.${count % 250}` });

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
const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((r): unknown[] => (r.status === "rejected" ? [r.reason] : []));

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
  janeId = (
    await createUser(system, { ...right, nickname: "Jane", email: "jane@example.org", title: "Editor", role: "EDITOR" })
  ).id;
});

describe("an access token", () => {
  it("follows the account at once: role, suspension, deletion", async () => {
    const { accessToken } = await logIn(stranger(), right);
    await change({ role: "SUBSCRIBER" });
    expect(await ownerOf(accessToken)).toMatchObject({ role: "SUBSCRIBER" });
    await change({ role: "GOD" });
    expect(await ownerOf(accessToken)).toBeNull();
    await change({ role: "EDITOR", suspended: true });
    expect(await ownerOf(accessToken)).toBeNull();
    await change({ suspended: false });
    expect(await ownerOf(accessToken)).not.toBeNull();
    await engine().transaction(
      (db) => db.delete(users).where(eq(users.id, janeId)),
      () => null,
    );
    expect(await ownerOf(accessToken)).toBeNull();
  });

  it("ends after 24 hours, and nobody owns rubbish", async () => {
    const { accessToken } = await logIn(stranger(), right);
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
    expect(await ownerOf(accessToken, hours(23.9))).not.toBeNull();
    expect(await ownerOf(accessToken, hours(24.1))).toBeNull();
    for (const token of ["", "x", hashOf(accessToken), `${accessToken} `]) expect(await ownerOf(token)).toBeNull();
  });
});

describe("a refresh token", () => {
  it("is exchanged for new tokens, and the old access token lives on until its end", async () => {
    const first = await logIn(stranger(), right);
    const second = await refreshTokens(visitor, { refreshToken: first.refreshToken });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await ownerOf(second.accessToken)).toMatchObject({ id: janeId });
    expect(await ownerOf(first.accessToken)).toMatchObject({ id: janeId });
    await refreshTokens(visitor, { refreshToken: second.refreshToken });
  });

  it("is exchanged so often in an hour for a reader, as often as they like for staff, and is not used up by a refusal", async () => {
    let { refreshToken } = await logIn(stranger(), right);
    const exchange = async (times: number) => {
      for (let i = 0; i < times; i += 1) ({ refreshToken } = await refreshTokens(visitor, { refreshToken }));
    };
    await exchange(310);
    await change({ role: "SUBSCRIBER" });
    await exchange(300);
    // Anybody may be a reader, with any number of accounts.
    expect(await stored().select().from(tokens)).toHaveLength(40);
    for (let i = 0; i < 2; i += 1)
      await expect(refreshTokens(visitor, { refreshToken })).rejects.toMatchObject({ status: 429 });
    await change({ role: "EDITOR" });
    await exchange(1);
  });

  it("used twice ends its whole family, and no other", async () => {
    const other = await logIn(stranger(), right);
    const first = await logIn(stranger(), right);
    const second = await refreshTokens(visitor, { refreshToken: first.refreshToken });
    await expect(refreshTokens(visitor, { refreshToken: first.refreshToken })).rejects.toMatchObject({ status: 401 });
    expect(await lastEvent()).toMatchObject({ operation: "endReusedFamily", subject: `user:${janeId}` });
    expect(await ownerOf(second.accessToken)).toBeNull();
    await expect(refreshTokens(visitor, { refreshToken: second.refreshToken })).rejects.toMatchObject({ status: 401 });
    expect(await ownerOf(other.accessToken)).not.toBeNull();
  });

  it("used fifty times at once is exchanged exactly once, and the family ends", async () => {
    const { refreshToken } = await logIn(stranger(), right);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => refreshTokens(visitor, { refreshToken })),
    );
    const won = results.filter((r) => r.status === "fulfilled");
    expect(won).toHaveLength(1);
    for (const reason of refusals(results)) expect(reason).toMatchObject({ status: 401 });
    expect(await ownerOf(won[0]?.value.accessToken ?? "")).toBeNull();
    expect(await stored().select().from(tokens)).toEqual([]);
  });

  it("is worth nothing when unknown, expired, an access token, or its owner suspended", async () => {
    const { accessToken, refreshToken } = await logIn(stranger(), right);
    for (const token of ["x", accessToken, hashOf(refreshToken)])
      await expect(refreshTokens(visitor, { refreshToken: token })).rejects.toMatchObject({ status: 401 });
    await change({ suspended: true });
    await expect(refreshTokens(visitor, { refreshToken })).rejects.toMatchObject({ status: 401 });
    await change({ suspended: false });
    await engine().transaction(
      (db) => db.update(tokens).set({ expireTime: new Date() }),
      () => null,
    );
    await expect(refreshTokens(visitor, { refreshToken })).rejects.toMatchObject({ status: 401 });
    for (const bad of ["", "x".repeat(513)])
      await expect(refreshTokens(visitor, { refreshToken: bad })).rejects.toMatchObject({ status: 400 });
  });
});

describe("signing out", () => {
  it("ends the caller's family and no other", async () => {
    const here = await logIn(stranger(), right);
    const renewed = await refreshTokens(visitor, { refreshToken: here.refreshToken });
    const there = await logIn(stranger(), right);
    const owner = await ownerOf(here.accessToken);
    expect(await logOut({ ...visitor, ...owner }, {})).toBeUndefined();
    expect(await ownerOf(here.accessToken)).toBeNull();
    expect(await ownerOf(renewed.accessToken)).toBeNull();
    await expect(refreshTokens(visitor, { refreshToken: renewed.refreshToken })).rejects.toMatchObject({ status: 401 });
    expect(await ownerOf(there.accessToken)).not.toBeNull();
    expect(await lastEvent()).toMatchObject({ operation: "logOut", actorId: janeId });
  });

  it("is for whoever is signed in", async () => {
    await expect(logOut(visitor, {})).rejects.toMatchObject({ status: 401 });
    await logOut(await anActor("SUBSCRIBER"), {});
  });
});

it("an account has so many tokens at most: a program that refreshes without end keeps the newest", async () => {
  const personal = {
    kind: "PERSONAL" as const,
    family: "p",
    hash: "p",
    createTime: new Date(0),
    expireTime: new Date(9e12),
  };
  await engine().transaction(
    (db) => db.insert(tokens).values({ ...personal, userId: janeId }),
    () => null,
  );
  let given = await logIn(stranger(), right);
  for (let i = 0; i < 300; i += 1) given = await refreshTokens(stranger(), { refreshToken: given.refreshToken });
  const rows = await stored().select().from(tokens).where(eq(tokens.userId, janeId));
  expect(rows.filter(({ kind }) => kind !== "PERSONAL")).toHaveLength(500);
  expect(rows.filter(({ kind }) => kind === "PERSONAL")).toHaveLength(1);
  expect(await ownerOf(given.accessToken)).toMatchObject({ id: janeId });
  expect((await refreshTokens(stranger(), { refreshToken: given.refreshToken })).accessToken).toBeTruthy();
});

it("those that have expired leave with the next ones, and take no other's room", async () => {
  const holder = { userId: janeId, role: "SUBSCRIBER" } as const;
  const begin = () =>
    engine().transaction(
      (db) => issueTokens(db, holder, new Date()),
      () => null,
    );
  const pairs = [];
  for (let i = 0; i < 20; i += 1) pairs.push(await begin());
  const expired = pairs.map(({ accessToken }) => hashOf(accessToken));
  await engine().transaction(
    (db) =>
      db
        .update(tokens)
        .set({ expireTime: new Date(0) })
        .where(inArray(tokens.hash, expired)),
    () => null,
  );
  const last = await begin();
  const kept = (await stored().select().from(tokens)).map(({ hash }) => hash);
  const valid = [...pairs.map(({ refreshToken }) => refreshToken), last.accessToken, last.refreshToken];
  expect(kept.sort()).toEqual(valid.map(hashOf).sort());
});
