import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { eventCount } from "../lib/testing/factories";
import { freshDatabase, stored } from "../lib/testing/setup";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { tags } from "./schema";
import type { Database } from "./sqlite";

let open: OpenDatabase;

beforeEach(async () => void (open = await freshDatabase()));

const now = new Date();
const insert = (db: Database) =>
  db.insert(tags).values({ name: "Tag", slug: "tag", color: "red", createTime: now, updateTime: now });
const event = { operation: "test", actorId: null, actorName: "test", subject: null, summary: "", cacheKeys: [] };

/** How many processes hold the writer's lock. */
async function placesTaken(db: Database): Promise<number> {
  const answer = await (db as unknown as { execute(query: unknown): Promise<{ rows: { taken: number }[] }> }).execute(
    sql`select count(*)::int as taken from pg_locks where locktype = 'advisory' and granted`,
  );
  return answer.rows[0]?.taken ?? 0;
}

describe.skipIf(!postgres)("a transaction on PostgreSQL", () => {
  it("takes the writer's place before it does anything, and gives it back", async () => {
    expect(await open.transaction(placesTaken, () => null)).toBe(1);
    await expect(
      open.transaction(
        async () => Promise.reject(new Error("no")),
        () => null,
      ),
    ).rejects.toThrow("no");
    expect(await placesTaken(stored())).toBe(0);
  });

  it("that fails leaves nothing and is not done anew", async () => {
    let tries = 0;
    const failing = open.transaction(
      async (db) => {
        tries += 1;
        await insert(db);
        await insert(db);
      },
      () => event,
    );
    await expect(failing).rejects.toThrow("insert");
    expect([tries, (await stored().select().from(tags)).length, await eventCount()]).toEqual([1, 0, 0]);
  });
});
