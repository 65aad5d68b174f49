import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  categories,
  comments,
  importMemory,
  journals,
  links,
  menus,
  postCategories,
  posts,
  postTags,
  sheets,
  tags,
} from "../../db/schema";
import { checkCredentials } from "../features/accounts/users/credentials";
import { ownWork } from "../features/accounts/passwords/password";
import { visitor } from "../core/access";
import { getPublicPostBySlug, listPublicPosts } from "../features/writing/posts/queries";
import { freshDatabase, stored } from "../testing/setup";
import { fillDemo } from "./demo";

beforeEach(async () => void (await freshDatabase()));

describe("the demo", () => {
  it("fills an empty site with the journal and answers who may sign in", async () => {
    const account = await fillDemo();
    expect(account?.username).toBe("demo");
    expect(await checkCredentials({ username: "demo", password: account?.password ?? "" }, ownWork)).toMatchObject({
      verdict: "right",
    });

    const all = await stored().select().from(posts);
    expect(all).toHaveLength(18);
    expect(all.filter((post) => post.status === "DRAFT").map((post) => post.slug)).toEqual([
      "an-interview-with-the-bell-buoy",
    ]);
    expect(all.filter((post) => post.status === "INTIMATE").map((post) => post.slug)).toEqual([
      "notes-for-the-winter-issue",
    ]);
    expect(all.filter((post) => post.password !== "").map((post) => post.slug)).toEqual(["for-the-crew-only"]);
    expect(all.filter((post) => post.createTime > new Date()).map((post) => post.slug)).toEqual(["launching-day"]);
    expect(all.filter((post) => post.topPriority > 0).map((post) => post.slug)).toEqual([
      "welcome-to-the-harbour-letter",
    ]);
    expect(new Set(all.map((post) => post.authorId))).toEqual(new Set([1]));
    expect((await stored().select().from(importMemory)).filter(({ kind }) => kind === "post")).toHaveLength(18);
  });

  it("shows visitors the published ones, by newest after the pinned one", async () => {
    await fillDemo();
    const { items, total } = await listPublicPosts(visitor, { size: 3 });
    expect(total).toBe(15);
    expect(items.map((post) => post.title)).toEqual([
      "Welcome to the Harbour Letter",
      "Fog signal",
      "The ferry is seven minutes late, and has been since 1974",
    ]);
    expect((await getPublicPostBySlug(visitor, { slug: "港口来信" })).content).toContain("阿格尼丝");
    expect((await getPublicPostBySlug(visitor, { slug: "how-we-predict-the-tide" })).content).toContain(
      "admonition-tip",
    );
  });

  it("has a tree of categories, coloured tags, and no post outside of them", async () => {
    await fillDemo();
    const tree = await stored().select().from(categories);
    expect(tree.filter((category) => category.parentId === null).map((category) => category.name)).toEqual([
      "Harbour",
      "Town",
      "Letters",
    ]);
    expect(tree).toHaveLength(8);
    expect(await stored().select().from(tags)).toHaveLength(8);
    const used = new Set((await stored().select({ id: postTags.tagId }).from(postTags)).map((row) => row.id));
    expect(used.size).toBe(8);
    expect(
      new Set((await stored().select({ id: postCategories.postId }).from(postCategories)).map((row) => row.id)).size,
    ).toBe(18);
  });

  it("has a sheet, a journal, links, a menu, and comments, one of which waits", async () => {
    await fillDemo();
    expect((await stored().select().from(sheets)).map(({ slug, status }) => [slug, status])).toEqual([
      ["about", "PUBLISHED"],
    ]);
    expect([
      (await stored().select().from(journals)).length,
      (await stored().select().from(links)).length,
      (await stored().select().from(menus)).length,
    ]).toEqual([3, 3, 6]);
    expect((await stored().select().from(comments)).map(({ status }) => status).sort()).toEqual([
      "AUDITING",
      "PUBLISHED",
      "PUBLISHED",
      "PUBLISHED",
    ]);
  });

  it("leaves a site that is there already as it is", async () => {
    await fillDemo();
    expect(await fillDemo()).toBeNull();
    expect(await stored().select().from(posts).where(eq(posts.slug, "fog-signal"))).toMatchObject([{ version: 1 }]);
  });
});
