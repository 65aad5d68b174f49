import { beforeEach, expect, it } from "vitest";
import { references } from "../../../db/schema";
import { slices } from "../../core/parts";
import { engine } from "../../core/operation";
import { system } from "../../testing/actors";
import { costOfLongestTurn } from "../../testing/cost";
import { aPost } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { forgetReferencesOfDeleted } from "./forgetting";

beforeEach(async () => void (await freshDatabase()));

/** Stores so many references of each of some records. */
const refer = (kind: string, recordIds: readonly number[], count: number) =>
  engine().transaction(
    async (db) => {
      const rows = recordIds.flatMap((recordId) =>
        Array.from({ length: count }, (_, n) => ({
          kind,
          recordId,
          field: "content",
          place: "archives" as const,
          name: `text-${n}`,
        })),
      );
      for (const some of slices(rows, 1_000)) await db.insert(references).values(some);
    },
    () => null,
  );

const left = async () =>
  (await stored().select({ kind: references.kind, recordId: references.recordId }).from(references)).map(
    ({ kind, recordId }) => `${kind} ${recordId}`,
  );

it("those of deleted records go, of however many, and those of others stay", async () => {
  const { id } = await aPost(system);
  await refer("post", [id], 3);
  await refer(
    "journal",
    Array.from({ length: 450 }, (_, n) => n + 1),
    1,
  );
  await refer("sheet", [7, 9], 2);
  await forgetReferencesOfDeleted();
  expect(await left()).toEqual([`post ${id}`, `post ${id}`, `post ${id}`]);
});

it("others are answered in between, however many each had", async () => {
  await refer(
    "post",
    Array.from({ length: 80 }, (_, n) => n + 1_000),
    1_000,
  );
  const { cost } = await costOfLongestTurn(() => forgetReferencesOfDeleted());
  expect(await left()).toEqual([]);
  // All of them in one transaction take four times as long.
  expect(cost).toBeLessThan(50);
});

it("ends where it is told to", async () => {
  await refer("post", [1_000, 1_001], 1_000);
  const stop = new AbortController();
  const ended = forgetReferencesOfDeleted(stop.signal);
  stop.abort();
  await expect(ended).rejects.toThrow(/abort/i);
  expect((await left()).length).toBeGreaterThan(0);
});
