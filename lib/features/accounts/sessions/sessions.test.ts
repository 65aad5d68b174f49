import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { sessions } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { anActor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { hashOf } from "../tokens/tokens";
import { createSession, findSession } from "./sessions";

beforeEach(() => freshDatabase());

it.each([
  ["EDITOR", 100],
  // Anybody may be a reader, with any number of accounts.
  ["SUBSCRIBER", 10],
] as const)("an %s is signed in with %i browsers at most; another one ends the longest unused", async (role, most) => {
  const [{ id }, other] = [await anActor(role), await anActor("ADMIN")];
  const begin = (userId: number, minute: number) =>
    engine().transaction(
      (db) =>
        createSession(
          db,
          { userId, role },
          { userAgent: "A browser", ip: null },
          new Date(Date.now() + minute * 60_000),
        ),
      () => null,
    );
  const theirs = await begin(other.id, 0);
  const secrets = [];
  for (let i = 0; i < most + 5; i += 1) secrets.push(await begin(id, i));
  expect(await stored().select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(most);
  const isOpen = async (secret: string) => (await findSession(stored(), secret, new Date())) !== null;
  expect(await Promise.all([...secrets.slice(0, 6), theirs].map(isOpen))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

it("those that have expired leave with the next one, and take no other's room", async () => {
  const { id } = await anActor("SUBSCRIBER");
  const begin = () =>
    engine().transaction(
      (db) => createSession(db, { userId: id, role: "SUBSCRIBER" }, { userAgent: null, ip: null }, new Date()),
      () => null,
    );
  const own = eq(sessions.userId, id);
  const secrets = [];
  for (let i = 0; i < 9; i += 1) secrets.push(await begin());
  const expired = await begin();
  const times = { lastUseTime: new Date(Date.now() + 60_000), expireTime: new Date(Date.now() - 1) };
  await engine().transaction(
    (db) =>
      db
        .update(sessions)
        .set(times)
        .where(eq(sessions.hash, hashOf(expired))),
    () => null,
  );
  secrets.push(await begin());
  expect(await stored().select().from(sessions).where(own)).toHaveLength(10);
  const open = await Promise.all(secrets.map((secret) => findSession(stored(), secret, new Date())));
  expect(open.filter((found) => found === null)).toEqual([]);
});
