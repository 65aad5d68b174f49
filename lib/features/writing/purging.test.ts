import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { posts, sheets } from "../../../db/schema";
import { engine } from "../../core/operation";
import { subscribe } from "../../core/events";
import { post } from "./posts/collection";
import { setPostStatus } from "./posts/mutations";
import { getPublicPost } from "./posts/queries";
import { sheet } from "./sheets/collection";
import { setSheetStatus } from "./sheets/mutations";
import { system, visitor } from "../../testing/actors";
import { aPost, aSheet, eventCount, inHours, lastEvent } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { storeOptions } from "../../testing/options";
import { purgingOf } from "./purging";

beforeEach(async () => void (await freshDatabase()));

const DAY = 24;
const recycled = async (hoursAgo: number) => {
  const { id } = await setPostStatus(system, { postId: (await aPost()).id, status: "RECYCLE" });
  await engine().transaction(
    (db) =>
      db
        .update(posts)
        .set({ recycledTime: new Date(inHours(-hoursAgo)) })
        .where(eq(posts.id, id)),
    () => null,
  );
  return id;
};
const left = async () => (await stored().select({ id: posts.id }).from(posts).orderBy(posts.id)).map(({ id }) => id);

describe("the recycle bin", () => {
  it("is emptied of what has lain there longer than the owner wants, and of nothing else", async () => {
    const live = await aPost();
    const [, , young] = [await recycled(31 * DAY), await recycled(300 * DAY), await recycled(29 * DAY)];
    const before = await eventCount();
    const touched: string[] = [];
    const stop = subscribe((event) => touched.push(...event.cacheKeys));
    expect(await purgingOf(post)()).toBe(2);
    stop();
    expect(await left()).toEqual([live.id, young]);
    // Nobody finds what lies there.
    expect(touched).toEqual([]);
    expect([await eventCount(), (await lastEvent())?.actorName]).toEqual([before + 1, "the server"]);
    expect([await purgingOf(post)(), await eventCount()]).toEqual([0, before + 1]);
    await storeOptions({ recycled_post_retention_time: "10" });
    expect([await purgingOf(post)(), await left()]).toEqual([1, [live.id]]);
  });

  it("holds sheets as well", async () => {
    await storeOptions({ post_permalink: "/{slug}" });
    const made = await aPost(system, { slug: "about" });
    const addressOf = async () => (await getPublicPost(visitor, { postId: made.id })).url;
    const { id } = await setSheetStatus(system, {
      sheetId: (await aSheet(system, { slug: "about" })).id,
      status: "RECYCLE",
    });
    expect([await purgingOf(sheet)(), await addressOf()]).toEqual([0, "/archives/about"]);
    await engine().transaction(
      (db) =>
        db
          .update(sheets)
          .set({ recycledTime: new Date(inHours(-31 * DAY)) })
          .where(eq(sheets.id, id)),
      () => null,
    );
    expect([await purgingOf(sheet)(), await stored().select().from(sheets)]).toEqual([1, []]);
    // It kept its address from the post of the same name.
    expect(await addressOf()).toBe("/about");
  });
});
