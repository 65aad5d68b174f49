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

it("a network is known from which somebody is signed in, the widest of its kind", async () => {
  const { id } = await anActor("AUTHOR");
  const reader = await anActor("SUBSCRIBER");
  const now = Date.now();
  const session = (hash: string, ip: string, days: number, userId = id) => ({
    userId,
    hash,
    ip,
    createTime: new Date(now),
    lastUseTime: new Date(now),
    expireTime: new Date(now + days * 86_400_000),
  });
  // However many sessions readers have, those of staff are found.
  const ofReader = Array.from({ length: 1_100 }, (_, i) =>
    session(`reader ${i}`, `198.51.${100 + (i >> 8)}.${i & 255}`, 1, reader.id),
  );
  const rows = [
    ...ofReader,
    session("a", "192.0.2.1", 1),
    session("b", "2001:db8:7:1::1", 1),
    session("c", "192.0.2.3", -1),
  ];
  await engine().transaction(
    (db) => db.insert(sessions).values(rows),
    () => null,
  );
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
