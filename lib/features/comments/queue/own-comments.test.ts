import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../../db/dialect";
import Sqlite from "../../../../db/sqlite-driver.mjs";
import { anActor } from "../../../testing/actors";
import { freshDatabase } from "../../../testing/setup";
import { listOwnComments } from "./own-comments";

type Prepare = (sql: string) => { all: (...values: unknown[]) => { detail: string }[] };
const { prototype } = Sqlite as unknown as { prototype: { prepare: Prepare } };

beforeEach(freshDatabase);
afterEach(() => vi.restoreAllMocks());

it.skipIf(postgres)("finds somebody's own comments without reading all of them, and in their order", async () => {
  const { prepare } = prototype;
  const plans: string[][] = [];
  vi.spyOn(prototype, "prepare").mockImplementation(function (this: unknown, sql: string) {
    if (sql.includes('"user_id" = ?')) {
      const values = Array.from({ length: sql.split("?").length - 1 }, () => 1);
      plans.push(
        prepare
          .call(this, `EXPLAIN QUERY PLAN ${sql}`)
          .all(...values)
          .map(({ detail }) => detail),
      );
    }
    return prepare.call(this, sql);
  });
  await listOwnComments(await anActor("SUBSCRIBER"), {});
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatch(/^SEARCH comments USING .*INDEX comments_user/);
  }
});
