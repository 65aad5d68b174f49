import { expect, it } from "vitest";
import { posts } from "../../../db/schema";
import { visitor } from "../../core/access";
import { engine } from "../../core/operation";
import { freshDatabase, stored } from "../../testing/setup";
import { postStatuses } from "../writing/schema";
import { isUnlisted, visibleTo } from "./posts";

it("each post is in lists or is not, in every state, with a password and without, before its time, at it and after it", async () => {
  await freshDatabase();
  const now = new Date("2026-01-01T00:00:00.000Z");
  const made = postStatuses.flatMap((status) =>
    ["", "secret"].flatMap((password) => [-1, 0, 1].map((distance) => ({ status, password, distance }))),
  );
  const rows = made.map(({ status, password, distance }, i) => {
    const time = new Date(now.getTime() + distance);
    const times = { createTime: time, updateTime: time, editTime: time };
    return { title: "A post", slug: `post-${i}`, status, password, toc: [], originalContent: "Text", ...times };
  });
  await engine().transaction(
    async (db) => void (await db.insert(posts).values(rows)),
    () => null,
  );
  const idsWhere = async (condition: ReturnType<typeof isUnlisted>) =>
    (await stored().select({ id: posts.id }).from(posts).where(condition).orderBy(posts.id)).map(({ id }) => id);
  const listed = await idsWhere(visibleTo(visitor, now, "list"));
  expect(listed).toHaveLength(4);
  expect([...listed, ...(await idsWhere(isUnlisted(now)))].toSorted((a, b) => a - b)).toEqual(
    await idsWhere(undefined),
  );
});
