import { beforeEach, describe, expect, it } from "vitest";
import { system } from "../../../core/access";
import { anActor, anAuthor, anEditor, visitor } from "../../../testing/actors";
import { aComment, aStranger, kinds, words } from "../../../testing/commented";
import { aJournal, aPost, aSheet, faults, inHours, refusal } from "../../../testing/factories";
import { setPostStatus } from "../../writing/posts/mutations";
import { freshDatabase } from "../../../testing/setup";
import {
  createPostComment,
  sendComment,
  submitJournalComment,
  submitPostComment,
  submitSheetComment,
} from "../creating";
import { stampOf } from "../moderation";
import { deleteComments, replyToComment, setCommentsState, setCommentStates, updateComment } from "./mutations";
import {
  countComments,
  countWaitingComments,
  getComment,
  getCommentsRemoval,
  listCommentIds,
  listComments,
} from "./queries";

beforeEach(async () => void (await freshDatabase()));

const ids = async (filters: Parameters<typeof listComments>[1] = {}) =>
  (await listComments(system, filters)).items.map(({ id }) => id);

describe("the queue", () => {
  it("holds comments on posts, sheets and journals, each with its text", async () => {
    const [post, sheet, journal] = [await aPost(), await aSheet(), await aJournal(system, { sourceContent: "A walk" })];
    const [a, b, c] = [
      await submitPostComment(aStranger(), words(post.id)),
      await submitSheetComment(aStranger(), words(sheet.id)),
      await submitJournalComment(aStranger(), words(journal.id)),
    ];
    expect(await listComments(await anEditor(), {})).toMatchObject({
      total: 3,
      items: [
        { id: c.id, state: "waiting", target: { type: "JOURNAL", id: journal.id, title: "A walk", isPublic: true } },
        { id: b.id, target: { type: "SHEET", id: sheet.id, title: sheet.title, url: sheet.url, isPublic: true } },
        {
          id: a.id,
          email: "",
          ipAddress: expect.stringMatching(/^198\.51/),
          network: expect.stringMatching(/^198\.51/),
          target: { type: "POST", id: post.id, title: post.title, url: post.url, isPublic: true },
        },
      ],
    });
    expect(await ids({ targetType: "SHEET" })).toEqual([b.id]);
    expect(await ids({ target: `post:${post.id}` })).toEqual([a.id]);
    expect(await ids({ target: `journal:${journal.id + 1}` })).toEqual([]);
    for (const target of ["post", "post:", "post:0", "post:2147483648", "page:1", "POST:1", "post:1 ", "post:1e1"])
      expect([target, await faults(listComments(system, { target }))]).toEqual([target, ["target wrong_format"]]);
    expect(await listCommentIds(system, { targetType: "JOURNAL" })).toEqual({ ids: [c.id], total: 1 });
  });

  it("says whether visitors find the text", async () => {
    const [hidden, later] = [await aPost(), await aPost(system, { createTime: inHours(-1) })];
    await submitPostComment(aStranger(), words(hidden.id));
    await setPostStatus(system, { postId: hidden.id, status: "DRAFT" });
    await submitPostComment(aStranger(), words(later.id));
    expect((await listComments(system, {})).items.map(({ target }) => target?.isPublic)).toEqual([true, false]);
  });

  it("is filtered by state, and counted by it", async () => {
    const post = await aPost();
    const [a, b, c, d] = [
      await submitPostComment(aStranger(), words(post.id)),
      await aComment(post.id),
      await aComment(post.id),
      await aComment(post.id),
    ];
    await setCommentsState(system, { items: [c.id], state: "bin" });
    await setCommentsState(system, { items: [d.id], state: "spam" });
    for (const [state, id] of [
      ["waiting", a.id],
      ["published", b.id],
      ["bin", c.id],
      ["spam", d.id],
    ] as const)
      expect([state, await ids({ state })]).toEqual([state, [id]]);
    expect(await countWaitingComments(system, {})).toEqual({ waiting: 1 });
    expect(await countComments(system, {})).toEqual({ all: 4, waiting: 1, published: 1, bin: 1, spam: 1 });
    for (const given of [{}, { state: "all" as const }]) expect((await listComments(system, given)).total).toBe(4);
  });

  it("is searched, filtered by author, sorted and paged", async () => {
    const post = await aPost();
    const [ann, bob] = [aStranger(), aStranger({ ip: "2001:db8:1:2::3" })];
    const a = await submitPostComment(ann, words(post.id, { author: "Zoë", content: "100% *sure*" }));
    const b = await submitPostComment(
      bob,
      words(post.id, { email: "bob@example.org", authorUrl: "https://bob.example" }),
    );
    const c = await submitPostComment(bob, words(post.id, { email: "BOB@Example.org" }));
    expect(await ids({ keyword: "zoë" })).toEqual([a.id]);
    expect(await ids({ keyword: "100%" })).toEqual([a.id]);
    expect(await ids({ keyword: "_" })).toEqual([]);
    expect(await ids({ keyword: "bob.example" })).toEqual([b.id]);
    expect(await ids({ keyword: "2001:DB8" })).toEqual([c.id, b.id]);
    expect(await ids({ email: "bob@EXAMPLE.org" })).toEqual([c.id, b.id]);
    expect(await ids({ address: String(ann.ip) })).toEqual([a.id]);
    expect(await ids({ address: "2001:db8:1:2:ffff::" })).toEqual([c.id, b.id]);
    expect(await ids({ address: "2001:db8:1:3::" })).toEqual([]);
    expect(await ids({ address: (await getComment(system, { commentId: c.id })).network })).toEqual([c.id, b.id]);
    expect(await ids({ sort: ["id,asc"] })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ page: 2, size: 2 })).toEqual([a.id]);
  });

  it("shows what a comment replies to, how deep it is, and its author's other comments", async () => {
    const post = await aPost();
    const a = await aComment(post.id, { author: "Ada", content: "One\n\n*two*" });
    const b = await aComment(post.id, { parentId: a.id, email: "bob@example.org" });
    const c = await aComment(post.id, { parentId: b.id, email: "BOB@example.org" });
    await setCommentsState(system, { items: [b.id], state: "spam" });
    const { items } = await listComments(system, { sort: ["id,asc"] });
    expect(items).toMatchObject([
      { id: a.id, parent: null, depth: 0, byAuthor: 0 },
      {
        id: b.id,
        parent: { id: a.id, author: "Ada", excerpt: "One *two*", state: "published" },
        depth: 1,
        byAuthor: 1,
      },
      { id: c.id, parent: { id: b.id, state: "spam" }, depth: 2, byAuthor: 1 },
    ]);
    expect(await getComment(system, { commentId: c.id })).toMatchObject({
      ...items[2],
      above: [{ id: a.id }, { id: b.id }],
      others: [{ id: b.id, state: "spam", target: { id: post.id } }],
    });
    expect(await refusal(getComment(system, { commentId: 999 }))).toMatchObject({ code: "not_found" });
  });

  it("counts authors without an e-mail address by where they write from", async () => {
    const post = await aPost();
    const who = aStranger();
    await submitPostComment(who, words(post.id));
    await submitPostComment(who, words(post.id, { email: "ann@example.org" }));
    const { id: commentId } = await submitPostComment(who, words(post.id));
    expect((await listComments(system, { sort: ["id,asc"] })).items.map(({ byAuthor }) => byAuthor)).toEqual([1, 0, 1]);
    expect((await getComment(system, { commentId })).others).toHaveLength(1);
  });

  it("reads a conversation however long it is, as far as it is shown", async () => {
    const post = await aPost();
    let parentId = (await aComment(post.id)).id;
    for (let i = 0; i < 40; i += 1) ({ id: parentId } = await createPostComment(system, words(post.id, { parentId })));
    const [deepest] = (await listComments(system, { size: 1 })).items;
    expect(deepest).toMatchObject({ id: parentId, depth: 30 });
    expect((await getComment(system, { commentId: parentId })).above).toHaveLength(30);
  });

  it("marks as spam what a program filled in", async () => {
    const post = await aPost();
    const form = { author: "Ann", content: "Buy", postId: String(post.id), targetType: "POST" as const };
    await sendComment(aStranger(), { ...form, stamp: stampOf(new Date()), website: "https://spam.example" });
    expect(await countComments(system, {})).toMatchObject({ spam: 1, bin: 0 });
  });

  it("is for those who manage comments", async () => {
    const post = await aPost();
    const { id: commentId } = await aComment(post.id);
    for (const [who, code] of [
      [visitor, "unauthenticated"],
      [await anActor("SUBSCRIBER"), "forbidden"],
      [await anAuthor(), "forbidden"],
    ] as const)
      for (const work of [
        listComments(who, {}),
        listCommentIds(who, {}),
        countComments(who, {}),
        countWaitingComments(who, {}),
        getComment(who, { commentId }),
        getCommentsRemoval(who, { ids: [commentId] }),
        setCommentsState(who, { items: [commentId], state: "bin" }),
        setCommentStates(who, { items: [{ commentId, state: "bin" }] }),
        updateComment(who, { commentId, author: "x", content: "x" }),
        replyToComment(who, { parentId: commentId, content: "x" }),
        deleteComments(who, { ids: [commentId] }),
      ])
        expect(await refusal(work)).toMatchObject({ code });
  });
});

it.each(kinds)("a comment on a $name answers the same over its kind as before", async ({ target, submit, managed }) => {
  const { id } = await target();
  const { id: commentId } = await submit(aStranger(), words(id));
  await setCommentsState(system, { items: [commentId], state: "spam" });
  const answer = await managed.get(system, { commentId });
  expect(answer.status).toBe("RECYCLE");
  expect(Object.keys(answer)).not.toEqual(expect.arrayContaining(["spam"]));
  expect((await managed.list(system, { status: "RECYCLE" })).total).toBe(1);
});
