import { beforeEach, expect, it } from "vitest";
import { sessions, tokens } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { PART } from "../../../core/parts";
import { anActor } from "../../../testing/actors";
import { freshDatabase, stored } from "../../../testing/setup";
import { forgetExpiredSignIns } from "./forgetting";

beforeEach(async () => void (await freshDatabase()));

const HOUR_MS = 3_600_000;

it("deletes the tokens and sessions that have expired, of accounts that never come back too, and no others", async () => {
  const { id: userId } = await anActor("SUBSCRIBER");
  const createTime = new Date(Date.now() - 2 * HOUR_MS);
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  const rows = Array.from({ length: 2 * PART + 10 }, (_, i) => ({
    userId,
    hash: `hash ${i}`,
    createTime,
    expireTime: at(i < 10 ? 1 : -1),
  }));
  await engine().transaction(
    async (db) => {
      await db.insert(tokens).values(rows.map((row) => ({ ...row, kind: "REFRESH" as const, family: row.hash })));
      await db.insert(sessions).values(rows.map((row) => ({ ...row, lastUseTime: createTime })));
    },
    () => null,
  );
  await forgetExpiredSignIns();
  const left = await Promise.all([tokens, sessions].map((table) => stored().$count(table)));
  expect(left).toEqual([10, 10]);
});
