import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../../core/access";
import { collectReads } from "../../../core/cache-keys";
import { setOptions } from "../../options/mutations";
import { permalinks } from "../../../core/settings";
import { createSheet, deleteSheet } from "../sheets/mutations";
import { anAdmin, visitor } from "../../../testing/actors";
import { lastEvent } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createPost, updatePost } from "./mutations";
import { getNeighbours } from "./neighbours";
import { getPost, getPostAtAddress, getPostAtTop, listPosts, listPublicPosts } from "./queries";

let admin: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

const choose = (value: string) => setOptions(admin, { items: [{ key: "post_permalink", value }] });
const write = (slug: string) =>
  createPost(admin, { title: slug, slug, status: "PUBLISHED", createTime: Date.UTC(2025, 2, 7, 23, 59) });

describe("addresses of posts", () => {
  it.each([
    ["/archives/{slug}", "/archives/t%C3%AFde"],
    ["/{slug}", "/t%C3%AFde"],
    ["/{yyyy}/{mm}/{slug}", "/2025/03/t%C3%AFde"],
    ["/{yyyy}/{mm}/{dd}/{slug}", "/2025/03/07/t%C3%AFde"],
  ])("made by %s are %s, wherever a post is told of", async (made, url) => {
    expect(permalinks).toContain(made);
    const { id } = await write("tïde");
    const next = await createPost(admin, { title: "Next", status: "PUBLISHED" });
    await choose(made);
    expect(await getPost(admin, { postId: id })).toMatchObject({ url });
    expect((await listPosts(admin, {})).items.map((post) => post.url)).toContain(url);
    expect((await listPublicPosts(visitor, {})).items.map((post) => post.url)).toContain(url);
    expect((await getPostAtAddress(visitor, { slug: "tïde" })).post).toMatchObject({ url });
    expect((await getNeighbours(visitor, { postId: next.id })).previous).toMatchObject({ url });
    await updatePost(admin, { postId: id, title: "tïde", slug: "ebb" });
    expect(await getPostAtAddress(visitor, { slug: "tïde" })).toEqual({
      post: null,
      movedTo: url.replace("t%C3%AFde", "ebb"),
    });
  });

  it("are not taken from sheets and pages of the site", async () => {
    await choose("/{slug}");
    await createSheet(admin, { title: "About", slug: "about", status: "PUBLISHED" });
    expect((await write("about")).url).toBe("/archives/about");
    expect((await write("search")).url).toBe("/archives/search");
    expect((await write("free")).url).toBe("/free");
    const atTop = async (slug: string) => (await getPostAtTop(visitor, { slug })).post?.url;
    expect([await atTop("about"), await atTop("free")]).toEqual([undefined, "/free"]);
  });

  it("are made anew, at the top, when a sheet comes or goes", async () => {
    await write("about");
    const reads = async () => (await collectReads(() => listPublicPosts(visitor, {}))).scope.cacheKeys;
    expect(await reads()).not.toContain("sheet-places");
    await choose("/{slug}");
    expect(await reads()).toContain("sheet-places");
  });

  it("stand at the top only where the owner wants it", async () => {
    const { id } = await write("news");
    const atTop = () => getPostAtTop(visitor, { slug: "news" });
    expect(await atTop()).toEqual({ post: null, movedTo: null });
    await choose("/{slug}");
    expect((await atTop()).post).toMatchObject({ id, url: "/news" });
    await updatePost(admin, { postId: id, title: "news", slug: "old-news" });
    expect(await atTop()).toEqual({ post: null, movedTo: "/old-news" });
    await createSheet(admin, { title: "news", slug: "news", status: "PUBLISHED" });
    expect(await atTop()).toEqual({ post: null, movedTo: null });
  });

  it("give way to a sheet before anybody sees it", async () => {
    await write("news");
    await choose("/{slug}");
    const { id } = await createSheet(admin, { title: "news", slug: "news" });
    expect((await lastEvent())?.cacheKeys).toEqual(["sheet-places"]);
    expect(await getPostAtTop(visitor, { slug: "news" })).toEqual({ post: null, movedTo: null });
    await deleteSheet(admin, { sheetId: id, permanent: true });
    expect((await getPostAtTop(visitor, { slug: "news" })).post).toMatchObject({ url: "/news" });
  });

  it("are one of those there are", async () => {
    await expect(choose("/x/{slug}")).rejects.toMatchObject({ status: 400 });
  });
});
