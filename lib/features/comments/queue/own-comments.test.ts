import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setBeside } from "../../../../db/aside";
import { postgres } from "../../../../db/dialect";
import Sqlite from "../../../../db/sqlite-driver.mjs";
import { engine } from "../../../core/operation";
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
  // A page that is not full ends the list, which is not counted then.
  expect(plans).toHaveLength(1);
  for (const plan of plans) {
    expect(plan).toHaveLength(1);
    expect(plan[0]).toMatch(/^SEARCH comments USING .*INDEX comments_user/);
  }
});

// A reader may have written tens of thousands, and ask for words in them as often as they like.
it("looks for words in them beside everybody else's reads", async () => {
  const reader = engine().reader;
  const asked: string[] = [];
  setBeside(reader, (what) => (asked.push(what), reader));
  const actor = await anActor("SUBSCRIBER");
  expect(await listOwnComments(actor, {})).toEqual({ items: [], total: 0 });
  expect(asked).toEqual([]);
  expect(await listOwnComments(actor, { keyword: "bread" })).toEqual({ items: [], total: 0 });
  expect(asked).toEqual(["dashboard"]);
});
