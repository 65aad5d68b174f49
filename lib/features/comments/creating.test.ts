import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../../core/access";
import { deletePost, updatePost } from "../writing/posts/mutations";
import { unlockPost } from "../writing/posts/queries";
import { attemptKeys, unlockAttempts } from "../../services/limits/attempts";
import { anActor, anAuthor, visitor } from "../../testing/actors";
import { aComment, aStranger, kinds, storedComment, words } from "../../testing/commented";
import { storeOptions } from "../../testing/options";
import {
  aCategory,
  aPost,
  eventCount,
  faults,
  inHours,
  lastEvent,
  refusal,
  refusals,
  storedPost,
} from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createPostComment, sendComment, submitPostComment } from "./creating";
import { SHORTEST_WRITING, stampOf } from "./moderation";
import { postComments } from "./mutations";

beforeEach(async () => void (await freshDatabase()));

describe.each(kinds)("Create comment ($name, visitor)", ({ name, type, target, submit, manage, read }) => {
  it("stores what was sent, and keeps it until it is approved", async () => {
    const { id: postId } = await target();
    const who = aStranger();
    const content = "It was *dark* <b>then</b>.\n\n[More](https://example.org)";
    const made = await submit(who, {
      author: " Ann ",
      content,
      email: "ann@example.org",
      authorUrl: "https://ann.example",
      allowNotification: true,
      postId,
    });
    expect(made).toMatchObject({
      targetType: type,
      postId,
      parentId: null,
      status: "AUDITING",
      author: "Ann",
      authorUrl: "https://ann.example",
      avatar: "",
      isAdmin: false,
      content,
      allowNotification: true,
      createTime: expect.any(Date),
    });
    expect(made.html).toBe(
      '<p>It was <em>dark</em> &#x3C;b>then&#x3C;/b>.</p>\n<p><a href="https://example.org" rel="nofollow ugc noopener">More</a></p>',
    );
    expect(JSON.stringify(made)).not.toMatch(/ann@example\.org|198\.51/);
    expect(await storedComment(made.id)).toMatchObject({
      email: "ann@example.org",
      ipAddress: who.ip,
      userAgent: "A browser",
      visible: false,
    });
    expect((await read(visitor, { id: postId })).total).toBe(0);
    expect(await lastEvent()).toMatchObject({
      operation: `submit${name[0]?.toUpperCase()}${name.slice(1)}Comment`,
      subject: `comment:${made.id}`,
      cacheKeys: [],
    });
    await manage.setStatus(system, { commentId: made.id, status: "PUBLISHED" });
    expect((await read(visitor, { id: postId })).items).toMatchObject([{ id: made.id, children: [] }]);
  });

  it("is seen at once where comments need no approval", async () => {
    await storeOptions({ comment_new_need_check: "false" });
    const { id: postId } = await target();
    const made = await submit(aStranger(), words(postId));
    const reply = await submit(aStranger(), words(postId, { parentId: made.id }));
    expect([made.status, reply.status]).toEqual(["PUBLISHED", "PUBLISHED"]);
    expect((await read(visitor, { id: postId })).items).toMatchObject([{ id: made.id, children: [{ id: reply.id }] }]);
    expect((await lastEvent())?.cacheKeys).toEqual([`comments:${name}:${postId}`, `${name}:${postId}`, `${name}s`]);
  });

  it("needs something to comment on, and a comment to reply to", async () => {
    const [{ id: postId }, other] = [await target(), await target()];
    expect(await refusal(submit(aStranger(), words(999)))).toMatchObject({ code: "not_found" });
    expect(await faults(submit(aStranger(), { author: "Ann", content: "x" } as never))).toEqual(["postId required"]);
    const waiting = await submit(aStranger(), words(postId));
    const elsewhere = await submit(aStranger(), words(other.id));
    await manage.setStatus(system, { commentId: elsewhere.id, status: "PUBLISHED" });
    const before = await eventCount();
    for (const parentId of [waiting.id, elsewhere.id, 999, 2_147_483_648, Number.MAX_SAFE_INTEGER])
      expect(await faults(submit(aStranger(), words(postId, { parentId })))).toEqual(["parentId not_found"]);
    expect(await eventCount()).toBe(before);
  });
});

describe.each(kinds)("Create comment ($name, signed in)", ({ type, target, create, read }) => {
  it("is seen at once, marked as by staff, under the account's name", async () => {
    const { id: postId } = await target();
    const author = await anAuthor();
    const made = await create(
      { ...author, ip: "203.0.113.7", userAgent: "curl" },
      {
        author: "Somebody else",
        email: "else@example.org",
        authorUrl: "https://else.example",
        content: "**Yes**",
        postId,
      },
    );
    expect(made).toMatchObject({
      targetType: type,
      status: "PUBLISHED",
      isAdmin: true,
      author: author.name,
      email: `${author.name}@example.org`,
      authorUrl: "",
      ipAddress: "203.0.113.7",
      userAgent: "curl",
      html: "<p><strong>Yes</strong></p>",
    });
    expect((await read(visitor, { id: postId })).items).toMatchObject([{ id: made.id, isAdmin: true }]);
  });

  it("is for those who have signed in; of those who do not work here it waits", async () => {
    const { id: postId } = await target();
    expect(await refusal(create(visitor, words(postId)))).toMatchObject({ code: "unauthenticated" });
    const subscriber = await anActor("SUBSCRIBER");
    expect(await create({ ...subscriber, ip: "203.0.113.8" }, words(postId))).toMatchObject({
      status: "AUDITING",
      isAdmin: false,
      author: subscriber.name,
    });
    expect(await create(system, words(postId, { author: "Import" }))).toMatchObject({
      status: "PUBLISHED",
      author: "Import",
    });
  });

  it("needs something to comment on", async () =>
    expect(await refusal(create(await anAuthor(), words(999)))).toMatchObject({ code: "not_found" }));
});

describe("what takes no comments", () => {
  it.each([
    ["a draft", { status: "DRAFT" }, "not_found"],
    ["a private post", { status: "INTIMATE" }, "not_found"],
    ["a scheduled post", { createTime: inHours(1) }, "not_found"],
    ["a recycled post", { status: "RECYCLE" }, "not_found"],
    ["a protected post", { password: "secret" }, "locked"],
    ["a protected private post", { status: "INTIMATE", password: "secret" }, "locked"],
    ["a post whose comments are closed", { disallowComment: true }, "forbidden"],
  ] as const)("is %s: nobody comments there", async (_name, given, code) => {
    const post = await aPost(system, given);
    const parent = post.id;
    expect(await refusal(submitPostComment(aStranger(), words(parent)))).toMatchObject({ code });
    expect((await storedPost(post.id)).commentCount).toBe(0);
  });

  it("is a post in a protected category, until its password is shown", async () => {
    const category = await aCategory({ password: "secret" });
    const post = await aPost(system, { categoryIds: [category.id] });
    const stranger = aStranger();
    expect(await refusal(submitPostComment(stranger, words(post.id)))).toMatchObject({ code: "locked" });
    const { proofs } = await unlockPost(stranger, { slug: post.slug, password: "secret" });
    expect(await submitPostComment({ ...stranger, unlocks: proofs }, words(post.id))).toMatchObject({
      status: "AUDITING",
    });
    expect(await submitPostComment({ ...stranger, contentPassword: "secret" }, words(post.id))).toMatchObject({
      status: "AUDITING",
    });
  });

  it("is a post to which too many wrong passwords were sent", async () => {
    const post = await aPost(system, { password: "secret" });
    const guesser = aStranger({ contentPassword: "wrong" });
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(submitPostComment(guesser, words(post.id)))).toMatchObject({ code: "locked" });
    expect(await refusal(submitPostComment({ ...guesser, contentPassword: "secret" }, words(post.id)))).toMatchObject({
      code: "too_many",
    });
  });

  it("keeps nobody else waiting who writes while its password waits for other guesses at it", async () => {
    const [post, other] = [await aPost(system, { password: "secret" }), await aPost()];
    const stranger = aStranger({ contentPassword: "secret" });
    let end = () => {};
    const checked = new Promise<void>((resolve) => (end = resolve));
    const keys = attemptKeys(`post:${post.id}`, stranger.ip);
    const guesses = Array.from({ length: 5 }, () =>
      unlockAttempts.attempt(
        keys,
        () => checked,
        () => "undecided",
      ),
    );
    const waiting = submitPostComment(stranger, words(post.id));
    expect(await submitPostComment(aStranger(), words(other.id))).toMatchObject({ status: "AUDITING" });
    end();
    await Promise.all(guesses);
    expect(await waiting).toMatchObject({ status: "AUDITING" });
  });

  it("is an old post, where the owner says so", async () => {
    await storeOptions({ comment_closed_after_days: "2" });
    const [old, young] = [
      await aPost(system, { createTime: inHours(-49) }),
      await aPost(system, { createTime: inHours(-47) }),
    ];
    expect(await refusal(submitPostComment(aStranger(), words(old.id)))).toMatchObject({ code: "forbidden" });
    expect(await submitPostComment(aStranger(), words(young.id))).toMatchObject({ status: "AUDITING" });
    expect(await createPostComment(await anAuthor(), words(old.id))).toMatchObject({ status: "PUBLISHED" });
  });
});

describe("moderation", () => {
  beforeEach(() => storeOptions({ comment_new_need_check: "false" }));

  it("holds a comment with many links", async () => {
    const post = await aPost();
    const links = (n: number) => Array.from({ length: n }, (_, i) => `https://example.org/${i}`).join(" ");
    expect((await submitPostComment(aStranger(), words(post.id, { content: links(2) }))).status).toBe("PUBLISHED");
    expect((await submitPostComment(aStranger(), words(post.id, { content: links(3) }))).status).toBe("AUDITING");
    await storeOptions({ comment_max_links: "0" });
    expect((await submitPostComment(aStranger(), words(post.id, { content: links(1) }))).status).toBe("AUDITING");
  });

  it("refuses the same words twice from one network, below one text, within a day", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const who = aStranger();
    await submitPostComment(who, words(post.id, { content: "Again" }));
    expect(await refusal(submitPostComment(who, words(post.id, { content: "Again", author: "Bob" })))).toMatchObject({
      code: "conflict",
      extra: { errors: [{ field: "content", code: "duplicate" }] },
    });
    expect((await submitPostComment(who, words(other.id, { content: "Again" }))).status).toBe("PUBLISHED");
    expect((await submitPostComment(aStranger(), words(post.id, { content: "Again" }))).status).toBe("PUBLISHED");
  });

  it("holds a visitor's first comment where the owner wants that, and asks for no address in doing so", async () => {
    await storeOptions({ comment_first_held: "true" });
    const post = await aPost();
    const who = aStranger();
    const first = await submitPostComment(who, words(post.id, { email: "ann@example.org" }));
    expect(first.status).toBe("AUDITING");
    await postComments.setStatus(system, { commentId: first.id, status: "PUBLISHED" });
    expect((await submitPostComment(who, words(post.id, { email: "ann@example.org" }))).status).toBe("PUBLISHED");
    // Claiming a known address reveals nothing and gains nothing.
    for (const email of ["ann@example.org", "unknown@example.org"])
      expect((await submitPostComment(aStranger(), words(post.id, { email }))).status).toBe("AUDITING");
  });

  it("takes 10 a minute from one network, refused ones not counted, and 60 requests", async () => {
    const post = await aPost();
    const who = aStranger();
    for (let i = 0; i < 40; i += 1)
      expect(await refusal(submitPostComment(who, words(post.id, { parentId: 999 })))).toMatchObject({
        code: "invalid",
      });
    for (let i = 0; i < 10; i += 1) await submitPostComment(who, words(post.id));
    expect(await refusal(submitPostComment(who, words(post.id)))).toMatchObject({
      code: "too_many",
      extra: { retryAfter: expect.any(Number) },
    });
    await submitPostComment(aStranger(), words(post.id));
    for (let i = 0; i < 9; i += 1) await refusal(submitPostComment(who, { author: "" } as never));
    expect(await refusal(submitPostComment(who, { author: "" } as never))).toMatchObject({ code: "too_many" });
  });

  it("takes no more of many at the same moment", async () => {
    const post = await aPost();
    const who = aStranger();
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => submitPostComment(who, words(post.id))));
    expect(refusals(results)).toEqual(Array.from({ length: 20 }, () => expect.objectContaining({ code: "too_many" })));
    expect((await storedPost(post.id)).commentCount).toBe(10);
  });
});

describe("the form below a text", () => {
  const longAgo = () => stampOf(new Date(Date.now() - SHORTEST_WRITING - 1));
  const form = (postId: number, given: Record<string, unknown> = {}) => ({
    author: "Ann",
    content: words(postId).content,
    postId: String(postId),
    targetType: "POST" as const,
    stamp: longAgo(),
    ...given,
  });
  beforeEach(() => storeOptions({ comment_new_need_check: "false" }));

  it("is taken as over the API", async () => {
    const post = await aPost();
    const made = await sendComment(aStranger(), form(post.id, { allowNotification: "on" }));
    expect(made).toMatchObject({ status: "PUBLISHED", postId: post.id, allowNotification: true });
    expect(await sendComment(aStranger(), form(post.id, { parentId: String(made.id) }))).toMatchObject({
      parentId: made.id,
    });
    expect(
      await faults(
        sendComment(
          aStranger(),
          form(post.id, { author: " ", content: "\n", email: "x", authorUrl: "javascript:alert(1)" }),
        ),
      ),
    ).toEqual(["author required", "content required", "email wrong_format", "authorUrl wrong_scheme"]);
  });

  it("that was filled in sooner than anyone can waits", async () => {
    const post = await aPost();
    for (const stamp of [
      stampOf(new Date()),
      "",
      "1",
      `1.${"x".repeat(43)}`,
      `${Date.now() - 100_000}.${longAgo().split(".")[1]}`,
    ])
      expect(await sendComment(aStranger(), form(post.id, { stamp }))).toMatchObject({ status: "AUDITING" });
  });

  it("in which something was filled in that nobody sees goes into the bin, and does not say so", async () => {
    const post = await aPost();
    const made = await sendComment(aStranger(), form(post.id, { website: "https://spam.example" }));
    expect((await storedComment(made.id)).status).toBe("RECYCLE");
    expect((await storedPost(post.id)).commentCount).toBe(0);
  });
});

it("a comment goes with what it is on", async () => {
  const post = await aPost();
  const made = await aComment(post.id);
  await aComment(post.id, { parentId: made.id });
  await updatePost(system, { postId: post.id, title: "x", disallowComment: true });
  await deletePost(system, { postId: post.id, permanent: true });
  await expect(storedComment(made.id)).rejects.toThrow("there is no comment");
});

it("so many of strangers are taken below one text, wherever they come from", async () => {
  await storeOptions({ comment_new_need_check: "false" });
  // Requests of earlier tests count for a minute.
  let post = await aPost();
  for (let i = 0; i < 10; i += 1) post = await aPost();
  const results = await Promise.allSettled(
    Array.from({ length: 102 }, () => submitPostComment(aStranger(), words(post.id))),
  );
  expect(refusals(results)).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ code: "too_many" })));
  expect((await createPostComment(await anAuthor(), words(post.id))).status).toBe("PUBLISHED");
  expect((await storedPost(post.id)).commentCount).toBe(101);
});
