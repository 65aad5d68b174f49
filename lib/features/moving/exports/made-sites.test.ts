import fc from "fast-check";
import { expect, test } from "vitest";
import { postgres } from "../../../../db/dialect";
import { comments, posts } from "../../../../db/schema";
import { engine } from "../../../core/operation";
import { madeSites, storeMadeSite } from "../../../testing/made-site";
import { anEmptySite, roundTrip } from "../../../testing/round-trip";

test("any site is itself again after a move", async () => {
  await fc.assert(
    fc.asyncProperty(madeSites, async (site) => {
      const owner = await anEmptySite();
      await storeMadeSite(site, owner.id);
      const { before, after, report } = await roundTrip();
      expect(report.records.filter(({ outcome }) => outcome === "failed")).toEqual([]);
      expect([...after]).toEqual([...before]);
    }),
    { numRuns: 8 },
  );
});

// One site of this size takes the database within this process minutes.
test.skipIf(postgres)("ten thousand comments, each a reply to the one before, are themselves again", async () => {
  await anEmptySite();
  const MANY = 10_000;
  await engine().transaction(
    async (db) => {
      const time = new Date("2021-01-01T00:00:00.000Z");
      const [post] = await db
        .insert(posts)
        .values({
          title: "Discussed",
          slug: "discussed",
          status: "PUBLISHED",
          toc: [],
          originalContent: "Text",
          createTime: time,
          updateTime: time,
          editTime: time,
        })
        .returning({ id: posts.id });
      for (let first = 1; first <= MANY; first += 500)
        await db.insert(comments).values(
          Array.from({ length: 500 }, (_, i) => ({
            id: first + i,
            targetType: "POST" as const,
            postId: post?.id ?? 0,
            parentId: first + i > 1 ? first + i - 1 : null,
            rootId: first + i > 1 ? 1 : null,
            status: "PUBLISHED" as const,
            visible: true,
            author: "Ann",
            network: "",
            createTime: time,
            updateTime: time,
            content: `Reply ${first + i}`,
            html: "",
          })),
        );
    },
    () => null,
  );
  const { before, after, report } = await roundTrip();
  expect(report.kinds.comment).toMatchObject({ imported: MANY, failed: 0, skipped: 0 });
  expect(after.get("data/comments.jsonl") === before.get("data/comments.jsonl")).toBe(true);
});
