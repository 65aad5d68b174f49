import { beforeEach, expect, it } from "vitest";
import { sessions } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { anActor } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import { askerFrom, forgetNetworks } from "./known-networks";

beforeEach(async () => {
  await freshDatabase();
  forgetNetworks();
});

const session = (hash: string, ip: string, days: number, userId: number) => ({
  userId,
  hash,
  ip,
  createTime: new Date(),
  lastUseTime: new Date(),
  expireTime: new Date(Date.now() + days * 86_400_000),
});

const store = (rows: ReturnType<typeof session>[]) =>
  engine().transaction(
    (db) => db.insert(sessions).values(rows),
    () => null,
  );

it("a network is known from which somebody is signed in, the widest of its kind", async () => {
  const { id } = await anActor("AUTHOR");
  const reader = await anActor("SUBSCRIBER");
  // However many sessions readers have, those of staff are found.
  const ofReader = Array.from({ length: 1_100 }, (_, i) =>
    session(`reader ${i}`, `198.51.${100 + (i >> 8)}.${i & 255}`, 1, reader.id),
  );
  const rows = [
    ...ofReader,
    session("a", "192.0.2.1", 1, id),
    session("b", "2001:db8:7:1::1", 1, id),
    session("c", "192.0.2.3", -1, id),
  ];
  await store(rows);
  const isKnown = async (ip: string | null) => (await askerFrom({ ip, browser: null })).isKnown;
  expect(await Promise.all(["192.0.2.1", "2001:db8:7:ffff::9", "::ffff:192.0.2.1"].map(isKnown))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all(["192.0.2.2", "192.0.2.3", "2001:db8:8::1", "198.51.100.7", null].map(isKnown))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it("networks in which one account alone is signed in are one asker, and one that others share is another", async () => {
  const [author, editor] = [await anActor("AUTHOR"), await anActor("EDITOR")];
  const ofAuthor = Array.from({ length: 50 }, (_, i) => session(`author ${i}`, `192.0.2.${i}`, 1, author.id));
  await store([
    ...ofAuthor,
    session("editor", "192.0.2.0", 1, editor.id),
    session("home", "198.51.100.1", 1, editor.id),
  ]);
  const asker = async (ip: string) => (await askerFrom({ ip, browser: null })).network;
  const askers = await Promise.all(ofAuthor.map(({ ip }) => asker(ip)));
  expect(new Set(askers).size).toBe(2);
  expect(askers.filter((each) => each === askers[0])).toHaveLength(1);
  expect(askers).not.toContain(await asker("198.51.100.1"));
});
