import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../../../core/access";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { call } from "../../../testing/api";
import { aStranger, kinds, storedComment, words } from "../../../testing/commented";
import { storeOptions } from "../../../testing/options";
import { aPost, eventCount, faults, lastEvent, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { createPostComment, sendComment, submitPostComment } from "../creating";
import { SHORTEST_WRITING, stampOf } from "../moderation";
import { createBlock, deleteBlock } from "./mutations";
import { getBlock, listBlocks } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const values = async (given: Parameters<typeof listBlocks>[1] = {}) =>
  (await listBlocks(system, given)).items.map(({ value }) => value);

describe("a block", () => {
  it.each([
    [" 203.0.113.7 ", "ADDRESS", "203.0.113.7"],
    ["203.0.113.7/24", "NETWORK", "203.0.113.0/24"],
    ["2001:DB8::1", "NETWORK", "2001:db8:0:0::/64"],
    ["Ann@Spam.Example", "EMAIL", "ann@spam.example"],
    ["@Spam.Example", "EMAIL_HOST", "spam.example"],
    ["spam.example", "EMAIL_HOST", "spam.example"],
    ["bücher.example", "EMAIL_HOST", "bücher.example"],
  ])("of %s is one of %s: %s", async (value, kind, stored) => {
    const editor = await anEditor();
    const made = await createBlock(editor, { value, reason: "Advertises watches" });
    expect(made).toEqual({
      id: expect.any(Number),
      kind,
      value: stored,
      reason: "Advertises watches",
      blockedBy: editor.name,
      createTime: expect.any(Date),
    });
    expect(await getBlock(editor, { blockId: made.id })).toEqual(made);
    expect(await lastEvent()).toMatchObject({
      operation: "createCommentBlock",
      subject: `comment-block:${made.id}`,
      summary: stored,
      cacheKeys: [],
    });
    expect((await refusal(createBlock(editor, { value: stored }))).code).toBe("conflict");
    await deleteBlock(editor, { blockId: made.id });
    expect(await refusal(deleteBlock(editor, { blockId: made.id }))).toMatchObject({ code: "not_found" });
    expect(await refusal(getBlock(editor, { blockId: made.id }))).toMatchObject({ code: "not_found" });
  });

  it("of what is none of these is refused, and of too much", async () => {
    const before = await eventCount();
    for (const value of [
      "spam",
      "a b.example",
      "a@b@c.example",
      "a@b",
      ".example",
      "x..y",
      "1.2.3",
      "http://a.example",
      "a/b",
    ])
      expect([value, await faults(createBlock(system, { value }))]).toEqual([value, ["value wrong_format"]]);
    for (const value of ["0.0.0.0/0", "128.0.0.0/1", "::/0", "2000::/3"])
      expect(await faults(createBlock(system, { value }))).toEqual(["value too_wide"]);
    expect(await faults(createBlock(system, { value: " " }))).toContain("value required");
    expect(await faults(createBlock(system, { value: `${"x".repeat(256)}.example` }))).toEqual(["value too_long"]);
    expect(await faults(createBlock(system, { value: "a.example", reason: "x".repeat(256) }))).toEqual([
      "reason too_long",
    ]);
    expect([await values(), await eventCount()]).toEqual([[], before]);
  });

  it("is made, seen and lifted by those who manage comments", async () => {
    const { id: blockId } = await createBlock(system, { value: "spam.example" });
    for (const [who, code] of [
      [visitor, "unauthenticated"],
      [await anActor("SUBSCRIBER"), "forbidden"],
      [await anAuthor(), "forbidden"],
    ] as const)
      for (const work of [
        createBlock(who, { value: "other.example" }),
        listBlocks(who, {}),
        getBlock(who, { blockId }),
        deleteBlock(who, { blockId }),
      ])
        expect(await refusal(work)).toMatchObject({ code });
    expect(await values()).toEqual(["spam.example"]);
  });

  it("is found in a list that is filtered, searched, sorted and paged", async () => {
    for (const value of ["b.example", "203.0.113.9", "ann@c.example"])
      await createBlock(system, { value, reason: `Of ${value}` });
    expect(await values()).toEqual(["ann@c.example", "203.0.113.9", "b.example"]);
    expect(await values({ sort: ["value,asc"] })).toEqual(["203.0.113.9", "ann@c.example", "b.example"]);
    expect(await values({ kind: "EMAIL" })).toEqual(["ann@c.example"]);
    expect(await values({ keyword: "OF B" })).toEqual(["b.example"]);
    expect(await values({ page: 2, size: 2 })).toEqual(["b.example"]);
  });
});

describe("comments of blocked authors", () => {
  beforeEach(() => storeOptions({ comment_new_need_check: "false" }));

  const blocks: [block: string, refused: object[], taken: object[]][] = [
    ["203.0.113.7", [{ ip: "203.0.113.7" }, { ip: "::ffff:203.0.113.7" }], [{ ip: "203.0.113.8" }, { ip: null }]],
    ["203.0.113.0/24", [{ ip: "203.0.113.1" }, { ip: "203.0.113.255" }], [{ ip: "203.0.114.1" }]],
    ["2001:db8::1", [{ ip: "2001:db8::2" }, { ip: "2001:db8:0:0:ffff::" }], [{ ip: "2001:db8:0:1::1" }]],
    ["ann@spam.example", [{ email: "ANN@spam.Example" }], [{ email: "bob@spam.example" }, { email: "" }]],
    [
      "spam.example",
      [
        { email: "bob@SPAM.example" },
        { email: "a@deep.mail.spam.example" },
        { email: `a@${"x.".repeat(60)}spam.example` },
      ],
      [{ email: "a@notspam.example" }, { email: "spam.example@other.example" }],
    ],
  ];
  it.each(blocks)("by %s are refused, and nobody else's", async (value, refused, taken) => {
    const post = await aPost();
    const { id: blockId } = await createBlock(system, { value });
    const send = ({ ip, ...given }: { ip?: string | null; email?: string }) =>
      submitPostComment(aStranger(ip === undefined ? {} : { ip }), words(post.id, given));
    for (const given of refused) expect([given, (await refusal(send(given))).code]).toEqual([given, "forbidden"]);
    for (const given of taken) expect(await send(given)).toMatchObject({ status: "PUBLISHED" });
    await deleteBlock(system, { blockId });
    for (const given of refused) expect(await send(given)).toMatchObject({ status: "PUBLISHED" });
  });

  it.each(kinds)("are answered as where comments are closed ($name)", async ({ target, path }) => {
    const { id } = await target();
    const closed = await aPost(system, { disallowComment: true });
    await createBlock(system, { value: "192.0.2.77" });
    const ask = async (to: string, postId: number) => {
      const { status, json } = await call("POST", `/content/${to}/comments`, { ip: "192.0.2.77", body: words(postId) });
      return { status, ...json, requestId: "" };
    };
    expect(await ask(path, id)).toEqual(await ask("posts", closed.id));
  });

  it("are refused in the form as well, and in the name of an account", async () => {
    const post = await aPost();
    const subscriber = await anActor("SUBSCRIBER");
    await createBlock(system, { value: `${subscriber.name}@example.org` });
    const form = {
      author: "Ann",
      content: "Well",
      postId: String(post.id),
      targetType: "POST" as const,
      stamp: stampOf(new Date(Date.now() - SHORTEST_WRITING - 1)),
    };
    expect((await refusal(sendComment({ ...subscriber, ip: "203.0.113.9" }, form))).code).toBe("forbidden");
    expect((await refusal(createPostComment({ ...subscriber, ip: "203.0.113.9" }, words(post.id)))).code).toBe(
      "forbidden",
    );
  });

  it("are published all the same where they are by staff", async () => {
    const post = await aPost();
    const author = { ...(await anAuthor()), ip: "203.0.113.7" };
    await createBlock(system, { value: "203.0.113.7" });
    expect(await createPostComment(author, words(post.id))).toMatchObject({ status: "PUBLISHED", isAdmin: true });
  });

  it("that exist stay as they are", async () => {
    const post = await aPost();
    const who = aStranger();
    const { id } = await submitPostComment(who, words(post.id));
    await createBlock(system, { value: who.ip ?? "" });
    expect((await storedComment(id)).status).toBe("PUBLISHED");
  });
});
