import { beforeEach, describe, expect, it } from "vitest";
import { createCategory, updateCategory } from "../../taxonomy/categories/mutations";
import type { Actor } from "../../../core/access";
import { proofOf } from "../../visibility/locks";
import { system, visitor } from "../../../testing/actors";
import { aCategory, aPost, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { flushCounts } from "../counters";
import { getPostAtAddress, getPublicPost, likePost, listPublicPosts, unlockPost } from "./queries";
import { setPostStatus, updatePost } from "./mutations";

let count = 0;
/** A stranger from another address each time, so that guesses of one test do not count in another. */
const stranger = (given: Partial<Actor> = {}): Actor => ({
  ...visitor,
  ip: `192.0.${Math.floor(++count / 250)}.${count % 250}`,
  ...given,
});

beforeEach(async () => void (await freshDatabase()));

const isLocked = async (actor: Actor, postId: number) => (await getPublicPost(actor, { postId })).locked;

describe("unlocking", () => {
  it("answers a proof that opens the post until its password changes", async () => {
    const post = await aPost(system, { password: "geheim 密码" });
    const who = stranger();
    expect(await isLocked(who, post.id)).toBe(true);
    const { proofs, open } = await unlockPost(who, { slug: post.slug, password: "geheim 密码" });
    expect(open).toBe(true);
    expect(proofs).toHaveLength(1);
    const opened = stranger({ unlocks: proofs });
    expect(await isLocked(opened, post.id)).toBe(false);
    expect((await getPostAtAddress(opened, { slug: post.slug })).post?.content).toContain("text");
    await updatePost(system, { postId: post.id, title: "x", password: "other" });
    expect(await isLocked(opened, post.id)).toBe(true);
  });

  it("opens one post and no other, and a proof cannot be made up", async () => {
    const [one, two] = [await aPost(system, { password: "same" }), await aPost(system, { password: "same" })];
    const { proofs } = await unlockPost(stranger(), { slug: one.slug, password: "same" });
    expect(await isLocked(stranger({ unlocks: proofs }), two.id)).toBe(true);
    for (const unlocks of [
      ["post:2.x"],
      [`post:${two.id}.${proofs[0]?.split(".")[1]}`],
      ["same"],
      [""],
      proofs.map((proof) => `${proof}x`),
    ])
      expect(await isLocked(stranger({ unlocks }), two.id)).toBe(true);
  });

  it("counts wrong guesses at one of two passwords, also where the other is given between them", async () => {
    const above = await aCategory({ password: "known" });
    const below = await aCategory({ password: "secret", parentId: above.id });
    const post = await aPost(system, { categoryIds: [below.id] });
    const who = stranger();
    const guess = (password: string) => unlockPost(who, { slug: post.slug, password });
    for (let i = 0; i < 5; i += 1) {
      expect(await guess("known")).toMatchObject({ open: false });
      expect(await refusal(guess(`wrong ${i}`))).toMatchObject({ code: "locked" });
    }
    expect(await refusal(guess("wrong"))).toMatchObject({ code: "too_many" });
    const owner = stranger();
    const { proofs, open } = await unlockPost(owner, { slug: post.slug, password: "known" });
    expect(open).toBe(false);
    const both = await unlockPost({ ...owner, unlocks: proofs }, { slug: post.slug, password: "secret" });
    expect(both.open).toBe(true);
  });

  it("refuses a wrong password by 401 and counts it", async () => {
    const post = await aPost(system, { password: "secret" });
    const who = stranger();
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(unlockPost(who, { slug: post.slug, password: `wrong ${i}` }))).toMatchObject({
        code: "locked",
        status: 401,
        extra: { errors: [{ field: "password" }] },
      });
    expect(await refusal(unlockPost(who, { slug: post.slug, password: "secret" }))).toMatchObject({
      code: "too_many",
      status: 429,
    });
    await unlockPost(stranger(), { slug: post.slug, password: "secret" });
  });

  it("needs nothing where nothing is locked", async () => {
    const post = await aPost();
    expect(await unlockPost(stranger(), { slug: post.slug, password: "x" })).toEqual({ proofs: [], open: true });
  });

  it("finds an INTIMATE post that has a password, and no other hidden one", async () => {
    const post = await aPost(system, { password: "secret", status: "INTIMATE" });
    expect((await unlockPost(stranger(), { slug: post.slug, password: "secret" })).open).toBe(true);
    for (const status of ["DRAFT", "RECYCLE"] as const) {
      await setPostStatus(system, { postId: post.id, status });
      await expect(unlockPost(stranger(), { slug: post.slug, password: "secret" })).rejects.toMatchObject({
        status: 404,
      });
    }
    await expect(unlockPost(stranger(), { slug: "none", password: "secret" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a category's password", () => {
  it("covers its posts and those of the categories below it, unless a post has its own", async () => {
    const top = await aCategory({ password: "top" });
    const below = await createCategory(system, { name: "Below", parentId: top.id });
    const [inTop, inBelow, own, outside] = [
      await aPost(system, { categoryIds: [top.id] }),
      await aPost(system, { categoryIds: [below.id] }),
      await aPost(system, { categoryIds: [below.id], password: "own" }),
      await aPost(),
    ];
    const { proofs } = await unlockPost(stranger(), { slug: inBelow.slug, password: "top" });
    const opened = stranger({ unlocks: proofs });
    expect([
      await isLocked(opened, inTop.id),
      await isLocked(opened, inBelow.id),
      await isLocked(opened, own.id),
      await isLocked(stranger(), outside.id),
    ]).toEqual([false, false, true, false]);
    expect((await unlockPost(stranger(), { slug: own.slug, password: "own" })).open).toBe(true);
    await expect(unlockPost(stranger(), { slug: own.slug, password: "top" })).rejects.toMatchObject({ status: 401 });
    await updateCategory(system, { categoryId: top.id, name: "x", password: null });
    expect(await isLocked(stranger(), inBelow.id)).toBe(false);
    expect(await isLocked(stranger(), own.id)).toBe(true);
  });

  it("of two categories asks for both", async () => {
    const [one, two] = [await aCategory({ password: "one" }), await aCategory({ password: "two" })];
    const post = await aPost(system, { categoryIds: [one.id, two.id] });
    const first = await unlockPost(stranger(), { slug: post.slug, password: "one" });
    expect(first.open).toBe(false);
    const second = await unlockPost(stranger({ unlocks: first.proofs }), { slug: post.slug, password: "two" });
    expect(second.open).toBe(true);
    expect(await isLocked(stranger({ unlocks: [...first.proofs, ...second.proofs] }), post.id)).toBe(false);
  });

  it("gives proofs of its own kind", () =>
    expect(proofOf({ kind: "category", id: 1, password: "x" })).not.toBe(
      proofOf({ kind: "post", id: 1, password: "x" }),
    ));
});

describe("a password sent along with a read", () => {
  it("opens the one post that is asked for, and a wrong one counts as a guess", async () => {
    const post = await aPost(system, { password: "secret" });
    const who = stranger();
    expect(await isLocked({ ...who, contentPassword: "secret" }, post.id)).toBe(false);
    for (let i = 0; i < 5; i += 1)
      expect(await isLocked({ ...who, contentPassword: `wrong ${i}` }, post.id)).toBe(true);
    expect(await refusal(getPublicPost({ ...who, contentPassword: "secret" }, { postId: post.id }))).toMatchObject({
      code: "too_many",
    });
    // No password is no guess.
    expect(await isLocked(who, post.id)).toBe(true);
  });

  it("opens nothing in a list, which would try it at every post at once", async () => {
    await aPost(system, { password: "secret" });
    const { items } = await listPublicPosts(stranger({ contentPassword: "secret" }), { fields: "content" });
    expect(items.map((post) => [post.locked, post.content])).toEqual([[true, undefined]]);
  });

  it("counts as a guess when liking, too", async () => {
    const post = await aPost(system, { password: "secret" });
    const who = stranger();
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(likePost({ ...who, contentPassword: `wrong ${i}` }, { postId: post.id }))).toMatchObject({
        status: 404,
      });
    expect(await refusal(likePost({ ...who, contentPassword: "secret" }, { postId: post.id }))).toMatchObject({
      code: "too_many",
    });
    expect(await likePost(stranger({ contentPassword: "secret" }), { postId: post.id })).toEqual({ likes: 1 });
    await flushCounts();
  });
});
