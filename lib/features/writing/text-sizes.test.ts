import { inArray } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { posts, sheets } from "../../../db/schema";
import { engine } from "../../core/operation";
import { system, visitor } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { listFeedPosts, listPosts, listPublicPosts } from "./posts/queries";
import { createSheet } from "./sheets/mutations";
import { listPublicSheets, listSheets } from "./sheets/queries";

const MIB = 1024 * 1024;

/** Ten of each: the newest three with short texts, the others with one MiB of two-byte letters. */
beforeAll(async () => {
  await freshDatabase();
  const long: { post: number[]; sheet: number[] } = { post: [], sheet: [] };
  for (let i = 0; i < 10; i += 1) {
    const createTime = Date.UTC(2024, 0, 20 - i);
    const post = await aPost(system, { title: `Post ${i}`, originalContent: "short", createTime });
    const sheet = await createSheet(system, {
      title: `Sheet ${i}`,
      slug: `sheet-${i}`,
      status: "PUBLISHED",
      createTime,
    });
    if (i < 3) continue;
    long.post.push(post.id);
    long.sheet.push(sheet.id);
  }
  const texts = { content: "é".repeat(MIB / 4), originalContent: "é".repeat(MIB / 4) };
  await engine().transaction(
    async (db) => {
      await db.update(posts).set(texts).where(inArray(posts.id, long.post));
      await db.update(sheets).set(texts).where(inArray(sheets.id, long.sheet));
      await db
        .update(posts)
        .set({ content: "é".repeat(8 * MIB) })
        .where(inArray(posts.id, long.post.slice(-1)));
      await db
        .update(sheets)
        .set({ content: "é".repeat(8 * MIB) })
        .where(inArray(sheets.id, long.sheet.slice(-1)));
    },
    () => null,
  );
});

it.each([
  ["posts for readers", (page: object) => listPublicPosts(visitor, page)],
  ["posts in the dashboard", (page: object) => listPosts(system, page)],
  ["sheets for readers", (page: object) => listPublicSheets(visitor, page)],
  ["sheets in the dashboard", (page: object) => listSheets(system, page)],
])("a list of %s holds so many bytes of texts at most, and a single text of any size", async (_what, list) => {
  const page = { sort: ["createTime,desc"], fields: "content" } as const;
  expect((await list({ ...page, size: 9 })).items.filter(({ content }) => (content ?? "").length > 1000)).toHaveLength(
    6,
  );
  await expect(list({ ...page, size: 10 })).rejects.toMatchObject({
    code: "too_large",
    status: 413,
    extra: { errors: [{ field: "size" }] },
  });
  expect((await list({ ...page, page: 10, size: 1 })).items[0]?.content).toHaveLength(8 * MIB);
  expect((await list({ sort: page.sort, size: 10 })).items).toHaveLength(10);
});

it("the feed holds the first texts, as long as they fit, and the other stories without", async () => {
  const items = await listFeedPosts(visitor, { size: 10 });
  expect(items.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, i) => `Post ${i}`));
  // Three short ones and one MiB.
  expect(items.map(({ content }) => content !== undefined)).toEqual(Array.from({ length: 10 }, (_, i) => i < 4));
  expect(items.at(-1)?.summary).toBe("short");
});
