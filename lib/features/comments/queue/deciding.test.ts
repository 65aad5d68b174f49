import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../../../core/access";
import { anEditor, visitor } from "../../../testing/actors";
import { aComment, aStranger, kinds, storedComment, words } from "../../../testing/commented";
import {
  aJournal,
  aPost,
  aSheet,
  eventCount,
  faults,
  lastEvent,
  refusal,
  storedPost,
} from "../../../testing/factories";
import { updatePost } from "../../writing/posts/mutations";
import { freshDatabase } from "../../../testing/setup";
import { createJournalComment, createSheetComment, submitPostComment } from "../creating";
import { postComments } from "../mutations";
import { ownProofOf } from "../own";
import { listCommentsOnPost } from "../queries";
import { rewordComment } from "../rewording";
import { decideOnComment } from "./deciding";
import { deleteComments, replyToComment, setCommentsState, setCommentStates, updateComment } from "./mutations";
import { getComment, getCommentsRemoval } from "./queries";

beforeEach(async () => void (await freshDatabase()));

const stateOf = async (commentId: number) => (await getComment(system, { commentId })).state;
const countOn = async (postId: number) => {
  const { total } = await listCommentsOnPost(visitor, { id: postId });
  expect((await storedPost(postId)).commentCount).toBe(total);
  return total;
};

describe("the state of several comments", () => {
  it("changes over all kinds of texts at once, and back in one call", async () => {
    const [post, sheet, journal] = [await aPost(), await aSheet(), await aJournal()];
    const [a, b, c] = [
      await submitPostComment(aStranger(), words(post.id)),
      await createSheetComment(system, words(sheet.id)),
      await createJournalComment(system, words(journal.id)),
    ];
    const items = [c.id, a.id, b.id];
    const { before, texts } = await setCommentsState(await anEditor(), { items, state: "spam" });
    expect(before).toEqual([
      { commentId: c.id, state: "published", from: { state: "spam" } },
      { commentId: a.id, state: "waiting", from: { state: "spam" } },
      { commentId: b.id, state: "published", from: { state: "spam" } },
    ]);
    expect(texts).toHaveLength(3);
    expect((await lastEvent())?.cacheKeys).toEqual(
      expect.arrayContaining([`post:${post.id}`, "sheets", `comments:journal:${journal.id}`, `comment:${a.id}`]),
    );
    expect(await Promise.all(items.map(stateOf))).toEqual(["spam", "spam", "spam"]);
    expect(await setCommentStates(system, { items: before })).toMatchObject({
      before: items.map((commentId) => ({ commentId, state: "spam" })),
    });
    expect(await Promise.all(items.map(stateOf))).toEqual(["published", "waiting", "published"]);
  });

  it("decides who is seen, and how many are counted", async () => {
    const post = await aPost();
    const a = await aComment(post.id);
    const b = await submitPostComment(aStranger(), words(post.id));
    for (const state of ["bin", "spam", "waiting"] as const) {
      await setCommentsState(system, { items: [a.id, b.id], state });
      expect(await countOn(post.id)).toBe(0);
    }
    await setCommentsState(system, { items: [a.id, b.id], state: "published" });
    expect(await countOn(post.id)).toBe(2);
  });

  it("changes for all of them or for none", async () => {
    const post = await aPost();
    const a = await aComment(post.id);
    const before = await eventCount();
    expect(await refusal(setCommentsState(system, { items: [a.id, 999], state: "bin" }))).toMatchObject({
      code: "not_found",
    });
    expect(
      await refusal(
        setCommentStates(system, {
          items: [
            { commentId: a.id, state: "spam" },
            { commentId: 999, state: "bin" },
          ],
        }),
      ),
    ).toMatchObject({ code: "not_found" });
    expect(await faults(setCommentsState(system, { items: [], state: "bin" }))).toEqual(["items too_short"]);
    expect(await faults(setCommentsState(system, { items: [1, 1], state: "RECYCLE" as never }))).toEqual([
      "items.1 duplicate",
      "state wrong_value",
    ]);
    expect(await faults(setCommentStates(system, { items: [] }))).toEqual(["items too_short"]);
    const many = Array.from({ length: 1001 }, (_, i) => i + 1);
    expect(await faults(setCommentsState(system, { items: many, state: "bin" }))).toEqual(["items too_long"]);
    expect([await countOn(post.id), await eventCount(), await stateOf(a.id)]).toEqual([1, before, "published"]);
  });

  it("is approved only with the words that were read", async () => {
    const post = await aPost();
    for (const approve of [
      (commentId: number, seen: string) =>
        setCommentStates(system, {
          items: [{ commentId, state: "published", from: { state: "waiting", updateTime: seen } }],
        }),
      (commentId: number, seen: string) => decideOnComment(system, { commentId, state: "published", seen }),
      async (commentId: number, seen: string) =>
        decideOnComment(await anEditor(), { commentId, state: "published", content: "Thank you", seen }),
    ]) {
      const { id } = await submitPostComment(aStranger(), words(post.id));
      await setCommentsState(system, { items: [id], state: "waiting" });
      const read = (await storedComment(id)).updateTime.toISOString();
      while (Date.now() <= Date.parse(read)) await new Promise(setImmediate);
      await rewordComment(
        { ...visitor, ownComments: [ownProofOf(id)] },
        { commentId: String(id), content: "Buy here" },
      );
      expect(await refusal(approve(id, read))).toMatchObject({ code: "stale", extra: { reason: "changed_meanwhile" } });
      expect(await stateOf(id)).toBe("waiting");
      await approve(id, (await storedComment(id)).updateTime.toISOString());
      expect(await stateOf(id)).toBe("published");
    }
  });

  it("is no longer spam once its status says otherwise", async () => {
    const post = await aPost();
    const { id: commentId } = await aComment(post.id);
    await setCommentsState(system, { items: [commentId], state: "spam" });
    await postComments.setStatus(system, { commentId, status: "RECYCLE" });
    expect(await stateOf(commentId)).toBe("spam");
    await postComments.setStatus(system, { commentId, status: "PUBLISHED" });
    await postComments.setStatus(system, { commentId, status: "RECYCLE" });
    expect(await stateOf(commentId)).toBe("bin");
  });
});

describe("a reply", () => {
  it.each(kinds)("on a $name stands under the account's name", async ({ type, target, create }) => {
    const { id } = await target();
    const { id: parentId } = await create(system, words(id));
    const editor = await anEditor();
    const made = await replyToComment(editor, { parentId, content: "*Yes*" });
    expect(made).toMatchObject({
      targetType: type,
      postId: id,
      parentId,
      status: "PUBLISHED",
      author: editor.name,
      isAdmin: true,
      html: "<p><em>Yes</em></p>",
      before: [],
    });
  });

  it("approves what it replies to where asked, and both go back in one call", async () => {
    const post = await aPost();
    const { id: parentId } = await submitPostComment(aStranger(), words(post.id));
    const before = await eventCount();
    expect(await refusal(replyToComment(system, { parentId, content: "Yes" }))).toMatchObject({
      code: "conflict",
      extra: { reason: "reply_hidden" },
    });
    expect([await stateOf(parentId), await eventCount()]).toEqual(["waiting", before]);
    const made = await replyToComment(system, { parentId, content: "Yes", approve: true });
    expect(made.before).toEqual([{ commentId: parentId, state: "waiting", from: { state: "published" } }]);
    expect((await lastEvent())?.cacheKeys).toEqual(
      expect.arrayContaining([`post:${post.id}`, `comment:${parentId}`, `comment:${made.id}`]),
    );
    expect((await storedPost(post.id)).commentCount).toBe(2);
    await setCommentStates(system, { items: [...made.before, { commentId: made.id, state: "bin" }] });
    expect([await stateOf(parentId), await stateOf(made.id), await countOn(post.id)]).toEqual(["waiting", "bin", 0]);
  });

  it("is refused where nobody would see it, and approves nothing then", async () => {
    const post = await aPost();
    const a = await aComment(post.id);
    const b = await submitPostComment(aStranger(), words(post.id, { parentId: a.id }));
    await setCommentsState(system, { items: [a.id], state: "bin" });
    for (const approve of [true, false])
      for (const parentId of [a.id, b.id])
        expect(await refusal(replyToComment(system, { parentId, content: "x", approve }))).toMatchObject({
          code: "conflict",
        });
    expect(await stateOf(b.id)).toBe("waiting");
    expect(await refusal(replyToComment(system, { parentId: 999, content: "x" }))).toMatchObject({ code: "not_found" });
    expect(await faults(replyToComment(system, { parentId: a.id } as never))).toEqual(["content required"]);
    expect(await faults(replyToComment(system, { parentId: a.id, content: " \n" }))).toEqual(["content required"]);
    expect(await faults(replyToComment(system, { parentId: a.id, content: "x".repeat(1024) }))).toEqual([
      "content too_long",
    ]);
    const closed = await aPost();
    const c = await submitPostComment(aStranger(), words(closed.id));
    await updatePost(system, { postId: closed.id, title: "x", disallowComment: true });
    expect(await refusal(replyToComment(system, { parentId: c.id, content: "x", approve: true }))).toMatchObject({
      code: "forbidden",
    });
    expect(await stateOf(c.id)).toBe("waiting");
  });
});

it.each(kinds)("readers of a $name see a comment as it was edited", async ({ target, submit, read }) => {
  const { id } = await target();
  const { id: commentId } = await submit(aStranger(), words(id));
  await setCommentsState(system, { items: [commentId], state: "published" });
  await updateComment(system, { commentId, author: "Anna", content: "*Better*" });
  expect((await read(visitor, { id })).items).toMatchObject([{ author: "Anna", html: "<p><em>Better</em></p>" }]);
});

it.each(kinds)("a comment on a $name is edited whatever it is on", async ({ name, target, submit }) => {
  const { id } = await target();
  const { id: commentId } = await submit(aStranger(), words(id, { email: "ann@example.org" }));
  expect(await updateComment(system, { commentId, author: "Anna", content: "*Better*" })).toMatchObject({
    id: commentId,
    author: "Anna",
    html: "<p><em>Better</em></p>",
    email: "ann@example.org",
    status: "AUDITING",
  });
  expect((await lastEvent())?.cacheKeys).toEqual([`comments:${name}:${id}`, "comments:feeds"]);
  expect(await refusal(updateComment(system, { commentId: 999, author: "x", content: "x" }))).toMatchObject({
    code: "not_found",
  });
  expect(await faults(updateComment(system, { commentId } as never))).toEqual(["author required", "content required"]);
});

describe("deleting for good", () => {
  it("names the replies before, and takes them along", async () => {
    const post = await aPost();
    const a = await aComment(post.id, { author: "Ada" });
    const b = await aComment(post.id, { parentId: a.id, author: "Bob" });
    const c = await submitPostComment(aStranger(), words(post.id, { parentId: b.id, author: "Carl" }));
    const other = await createSheetComment(system, words((await aSheet()).id));
    await setCommentsState(system, { items: [a.id, other.id], state: "bin" });
    expect(await getCommentsRemoval(system, { ids: [other.id, a.id] })).toMatchObject({
      comments: 2,
      replies: 2,
      examples: [
        { id: b.id, author: "Bob", state: "published" },
        { id: c.id, author: "Carl", state: "waiting" },
      ],
    });
    await setCommentsState(system, { items: [b.id], state: "bin" });
    expect(await getCommentsRemoval(system, { ids: [a.id, b.id] })).toMatchObject({ comments: 2, replies: 1 });
    expect(await deleteComments(system, { ids: [a.id, other.id], replies: 2 })).toMatchObject({
      comments: 2,
      replies: 2,
    });
    for (const { id } of [a, b, c, other]) await expect(storedComment(id)).rejects.toThrow("there is no comment");
    expect(await countOn(post.id)).toBe(0);
    // Nobody but the dashboard saw them.
    expect((await lastEvent())?.cacheKeys).toEqual([`comment:${a.id}`, `comment:${other.id}`]);
  });

  it("takes all or none, from the bin, and what somebody agreed to", async () => {
    const post = await aPost();
    const [a, b] = [await aComment(post.id), await aComment(post.id)];
    await setCommentsState(system, { items: [a.id], state: "spam" });
    const before = await eventCount();
    expect(await refusal(deleteComments(system, { ids: [a.id, b.id] }))).toMatchObject({
      code: "conflict",
      extra: { reason: "comments_not_in_bin" },
    });
    expect(await refusal(deleteComments(system, { ids: [a.id, 999] }))).toMatchObject({ code: "not_found" });
    expect(await refusal(getCommentsRemoval(system, { ids: [999] }))).toMatchObject({ code: "not_found" });
    expect(await faults(deleteComments(system, { ids: [] }))).toEqual(["ids too_short"]);
    expect(await refusal(deleteComments(system, { ids: [a.id], replies: 1 }))).toMatchObject({
      code: "conflict",
      extra: { reason: "other_replies" },
    });
    expect([await stateOf(a.id), await eventCount()]).toEqual(["spam", before]);
    await deleteComments(system, { ids: [a.id] });
    expect(await countOn(post.id)).toBe(1);
  });
});
