import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../db";
import { rowByRow } from "../../db/expressions";
import { posts } from "../../db/schema";
import { freshDatabase } from "./setup";

let db: Database;
beforeAll(async () => {
  db = (await freshDatabase()).reader;
});

const named = inArray(posts.id, [1, 2, 3]);
const ofState = eq(posts.status, "DRAFT");

it("refuses statements that do not look rows up by the ids they name", () => {
  expect(() => db.select({ id: posts.id }).from(posts).where(and(named, ofState)).all()).toThrow(
    /not look its rows up/,
  );
});

it("lets statements pass that do", async () => {
  expect(
    await db
      .select({ id: posts.id })
      .from(posts)
      .where(and(named, rowByRow(ofState))),
  ).toEqual([]);
  expect(await db.select({ id: posts.id }).from(posts).where(named)).toEqual([]);
});
