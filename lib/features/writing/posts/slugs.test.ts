import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { postRedirects, posts } from "../../../../db/schema";
import { type Actor } from "../../../core/access";
import { anAuthor, visitor } from "../../../testing/actors";
import { aPost, inHours, refusal, refusals } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { createPost, deletePost, setPostStatus, updatePost } from "./mutations";
import { getPostAtAddress, getPublicPostBySlug } from "./queries";

let author: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  author = await anAuthor();
});

const slugOf = async (title: string, slug?: string | null) =>
  (await createPost(author, { title, ...(slug !== undefined && { slug }) })).slug;
const at = async (slug: string) => {
  const { post, movedTo } = await getPostAtAddress(visitor, { slug });
  return post?.id ?? movedTo;
};
const isNowhere = (slug: string) => expect(getPostAtAddress(visitor, { slug })).rejects.toMatchObject({ status: 404 });

describe("a made address", () => {
  it.each([
    ["Hello, World!", "hello-world"],
    ["你好，世界", "你好-世界"],
    ["Ünïcödé Ж 9", "ünïcödé-ж-9"],
    ["😀 !?", "post"],
    ["--a--", "a"],
  ])("of %s is %s", async (title, slug) => expect(await slugOf(title)).toBe(slug));

  it("gets a free number where it is taken", async () => {
    expect([await slugOf("News"), await slugOf("news"), await slugOf("NEWS!"), await slugOf("News")]).toEqual([
      "news",
      "news-2",
      "news-3",
      "news-4",
    ]);
    // Skips numbers that others have.
    expect([await slugOf("News 6"), await slugOf("News")]).toEqual(["news-6", expect.stringMatching(/^news-[578]$/)]);
    expect(await slugOf("x", "")).toBe("x");
    expect(await slugOf("x", null)).toBe("x-2");
    expect(await slugOf("x", "  ")).toBe("x-3");
  });

  it("stays within 255 characters, its number included", async () => {
    const title = "长".repeat(100);
    expect([...(await slugOf(title))].length).toBe(100);
    const long = "y".repeat(255);
    await slugOf("x", long);
    expect(await refusal(createPost(author, { title: "x", slug: long }))).toMatchObject({ status: 409 });
  });

  it("is another for each of fifty made at once from one title", async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => slugOf("Same title")));
    expect(new Set(made)).toEqual(
      new Set(["same-title", ...Array.from({ length: 49 }, (_, i) => `same-title-${i + 2}`)]),
    );
  });

  it("of any title is never empty, never too long, in canonical form, and leads to its post", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
          .filter(
            (title) => title.trim() !== "" && [...title].length <= 100 && !title.includes("\0") && title.isWellFormed(),
          ),
        async (title) => {
          const post = await createPost(author, { title, status: "PUBLISHED", createTime: inHours(-1) });
          expect(post.slug).toMatch(/^[^\s/?#%&"<>-]+(-[^\s/?#%&"<>-]+)*$/u);
          expect([...post.slug].length).toBeLessThanOrEqual(255);
          expect(post.slug).toBe(post.slug.toLowerCase().normalize("NFC"));
          expect(decodeURIComponent(post.url)).toBe(`/archives/${post.slug}`);
          expect(await at(post.slug)).toBe(post.id);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a given address", () => {
  it("is brought into form", async () => {
    expect(await slugOf("x", "My Own/Address?")).toBe("my-own-address");
  });

  it("wanted by fifty at once is given to one", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => createPost(author, { title: `x${i}`, slug: "contested" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(refusals(results)).toEqual(Array.from({ length: 49 }, () => expect.objectContaining({ status: 409 })));
    expect(await stored().select({ id: posts.id }).from(posts).where(eq(posts.slug, "contested"))).toHaveLength(1);
  });

  it("that is taken is refused, and so is the update to it", async () => {
    const post = await aPost(author, { slug: "mine" });
    expect(await refusal(createPost(author, { title: "x", slug: "Mine" }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug", code: "taken" }] },
    });
    expect(await slugOf("Mine")).toBe("mine-2");
    expect(await refusal(updatePost(author, { postId: post.id, title: "x", slug: "mine-2" }))).toMatchObject({
      status: 409,
    });
  });

  it("asked for by ten at once goes to one", async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => slugOf("x", "wanted")));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  it("of a recycled post stays taken; one deleted for good frees it", async () => {
    const post = await aPost(author, { slug: "bin" });
    await deletePost(author, { postId: post.id });
    expect(await refusal(createPost(author, { title: "x", slug: "bin" }))).toMatchObject({ status: 409 });
    await deletePost(author, { postId: post.id });
    expect(await slugOf("x", "bin")).toBe("bin");
  });
});

describe("a changed address", () => {
  it("of a published post redirects for good, through every change", async () => {
    const post = await aPost(author, { slug: "one" });
    await updatePost(author, { postId: post.id, title: "x", slug: "two" });
    await updatePost(author, { postId: post.id, title: "x", slug: "drei ünd" });
    for (const old of ["one", "two"]) expect(await at(old)).toBe("/archives/drei-%C3%BCnd");
    expect(await at("drei-ünd")).toBe(post.id);
    await expect(getPublicPostBySlug(visitor, { slug: "one" })).rejects.toMatchObject({ status: 404 });
  });

  it("of a draft leaves nothing behind", async () => {
    const post = await aPost(author, { slug: "one", status: "DRAFT" });
    await updatePost(author, { postId: post.id, title: "x", slug: "two" });
    await setPostStatus(author, { postId: post.id, status: "PUBLISHED" });
    await isNowhere("one");
    expect(await stored().select().from(postRedirects)).toEqual([]);
  });

  it("back to an earlier one leads nowhere in a circle", async () => {
    const post = await aPost(author, { slug: "one" });
    for (const slug of ["two", "one", "two", "one"]) await updatePost(author, { postId: post.id, title: "x", slug });
    expect(await at("one")).toBe(post.id);
    expect(await at("two")).toBe("/archives/one");
    expect(await stored().select().from(postRedirects)).toHaveLength(1);
  });

  it("is free for others: the new post stands there, and the redirect ends", async () => {
    const first = await aPost(author, { slug: "hot" });
    await updatePost(author, { postId: first.id, title: "x", slug: "cold" });
    const second = await aPost(author, { slug: "hot" });
    expect(await at("hot")).toBe(second.id);
    await deletePost(author, { postId: second.id });
    await isNowhere("hot");
    // Of two posts that left one address, it leads to the later.
    await updatePost(author, { postId: first.id, title: "x", slug: "warm" });
    const third = await aPost(author, { slug: "cold" });
    await updatePost(author, { postId: third.id, title: "x", slug: "ice" });
    expect(await at("cold")).toBe("/archives/ice");
  });

  it("redirects only to what the visitor may see", async () => {
    const post = await aPost(author, { slug: "one" });
    await updatePost(author, { postId: post.id, title: "x", slug: "two" });
    for (const status of ["DRAFT", "INTIMATE", "RECYCLE"] as const) {
      await setPostStatus(author, { postId: post.id, status });
      await isNowhere("one");
    }
    await updatePost(author, { postId: post.id, title: "x", status: "INTIMATE", password: "secret" });
    expect(await at("one")).toBe("/archives/two");
    await updatePost(author, {
      postId: post.id,
      title: "x",
      status: "PUBLISHED",
      password: null,
      createTime: inHours(1),
    });
    await isNowhere("one");
  });

  it("to null is made from the title anew", async () => {
    const post = await aPost(author, { slug: "one" });
    expect(await updatePost(author, { postId: post.id, title: "Other title", slug: null })).toMatchObject({
      slug: "other-title",
    });
    expect(await at("one")).toBe("/archives/other-title");
  });

  it.each(["", "\0", "a\0b", "../etc/passwd", "%00", "x".repeat(1000), "' or 1=1 --", "\u202e"])(
    "nothing stands at %j, and asking harms nothing",
    async (slug) => {
      const error = await refusal(getPostAtAddress(visitor, { slug }));
      expect([400, 404]).toContain(error.status);
    },
  );
});
