import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { freeSlug } from "../lib/content/free-slug";
import { toAppError } from "../lib/core/errors";
import { eventCount, refusal } from "../lib/testing/factories";
import { freshDatabase, stored } from "../lib/testing/setup";
import { postgres } from "./dialect";
import type { OpenDatabase } from "./open-database";
import { tags } from "./schema";
import type { Database } from "./sqlite";

let open: OpenDatabase;
let tries = 0;

beforeEach(async () => {
  open = await freshDatabase();
  tries = 0;
});

const now = new Date();
const insert = (db: Database, slug: string) => db.insert(tags).values({ name: `Tag ${slug} ${tries}`, slug, color: "red", createTime: now, updateTime: now });
const isTaken = async (db: Database, slug: string) => (await db.select({ id: tags.id }).from(tags).where(eq(tags.slug, slug))).length > 0;
const event = { operation: "test", actorId: null, actorName: "test", subject: null, summary: "", tags: [] };

/** One that looks before another transaction has stored what it takes: PGlite has one connection, so the look is made that early by hand. */
const makeTag = (early: (attempt: number) => boolean) =>
  open.transaction(
    async (db) => {
      tries += 1;
      const slug = await freeSlug({ given: null, from: "Race", fallback: "tag", isTaken: async (wanted) => !early(tries) && isTaken(db, wanted) });
      await insert(db, slug);
      return slug;
    },
    () => event,
  );

describe.skipIf(!postgres)("a transaction that finds taken what was free when it looked", () => {
  it("is done anew, and gets the next one", async () => {
    await open.transaction((db) => insert(db, "race"), () => null);
    expect(await makeTag((attempt) => attempt === 1)).toBe("race-2");
    expect([tries, (await stored().select().from(tags)).length, await eventCount()]).toEqual([2, 2, 1]);
  });

  it("is refused in the end where it never sees it", async () => {
    await open.transaction((db) => insert(db, "race"), () => null);
    expect(toAppError(await refusal(makeTag(() => true))).code).toBe("conflict");
    expect([tries, (await stored().select().from(tags)).length, await eventCount()]).toEqual([10, 1, 0]);
  });

  it("is not done anew for any other reason", async () => {
    await expect(open.transaction(async () => Promise.reject(new Error(`try ${(tries += 1)}`)), () => null)).rejects.toThrow("try 1");
    expect(tries).toBe(1);
  });
});
