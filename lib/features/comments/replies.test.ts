// Which replies stand on a page of conversations, and how SQLite looks them up.
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { comments } from "../../../db/schema";
import { engine } from "../../core/operation";
import { anEditor, visitor } from "../../testing/actors";
import { aComment, words } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { costOfWaiting } from "../../testing/cost";
import { notePlans } from "../../testing/plans";
import { freshDatabase, stored } from "../../testing/setup";
import { createPostComment } from "./creating";
import { firstReplies } from "./first-replies";
import { listCommentsOnPost } from "./queries";

beforeEach(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

it.skipIf(postgres)("they are looked up by its conversations, not among all comments on the text", async () => {
  const post = await aPost();
  for (let i = 0; i < 2; i += 1) await aComment(post.id, { parentId: (await aComment(post.id)).id });
  const plans = notePlans('"root_id" in');
  expect((await listCommentsOnPost(visitor, { id: post.id })).items).toHaveLength(2);
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain("comments_root");
});

it.skipIf(postgres)(
  "the first ones of a page are found by an index alone, however many are on the pages before",
  async () => {
    const post = await aPost();
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push((await aComment(post.id)).id);
    const plans = notePlans('"html"');
    const { items } = await listCommentsOnPost(visitor, { id: post.id, page: 2, size: 2 });
    expect(items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect(plans.filter((plan) => plan.includes("COVERING INDEX comments_post"))).toHaveLength(1);
  },
);

it.each([
  // Each letter of an address is twelve of its HTML, beside its four of the words.
  ["words", { content: `https://example.org/${"😀".repeat(1000)}` }, {}],
  ["names and pictures", {}, { author: "😀".repeat(1250), authorUrl: "/a".repeat(7500) }],
])("they are as many as a page can hold, the first ones, also those of long %s", async (_long, given, written) => {
  const post = await aPost();
  const root = await aComment(post.id);
  const editor = await anEditor();
  const sent: number[] = [];
  for (let i = 0; i < 70; i += 1)
    sent.push((await createPostComment(editor, words(post.id, { ...given, parentId: root.id }))).id);
  if (Object.keys(written).length > 0)
    await engine().transaction(
      async (db) => void (await db.update(comments).set(written)),
      () => null,
    );
  const { items } = await listCommentsOnPost(visitor, { id: post.id });
  const shown = items[0]?.children.map(({ id }) => id) ?? [];
  expect(shown.length).toBeGreaterThan(45);
  expect(shown).toEqual(sent.slice(0, shown.length));
  expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(1.1 * 1024 * 1024);
});

it("they are as many as browsers can lay out, the first ones, also where each is one list of hundreds of items", async () => {
  const post = await aPost();
  const root = await aComment(post.id);
  const editor = await anEditor();
  const sent: number[] = [];
  for (let i = 0; i < 120; i += 1)
    sent.push(
      (await createPostComment(editor, words(post.id, { content: "- a\n".repeat(255), parentId: root.id }))).id,
    );
  const { items } = await listCommentsOnPost(visitor, { id: post.id });
  const shown = items[0]?.children ?? [];
  expect(shown.length).toBeGreaterThan(60);
  expect(shown.map(({ id }) => id)).toEqual(sent.slice(0, shown.length));
  expect(shown.reduce((sum, { html }) => sum + html.split("<").length - 1, 0)).toBeLessThanOrEqual(50_000);
});

/** A reply, as it is stored but for its number, to store others like it. */
async function aReplyTo(postId: number, parentId: number | undefined) {
  const reply = await aComment(postId, { parentId });
  const [row] = await stored().select().from(comments).where(eq(comments.id, reply.id));
  if (!row) throw new Error("the reply was not stored");
  const { id: _id, ...like } = row;
  return like;
}

it.skipIf(postgres)("of hundreds of long ones no more HTML is read than a page shows", async () => {
  const post = await aPost();
  const root = await aComment(post.id);
  const long = { ...(await aReplyTo(post.id, root.id)), html: `<p>${"x".repeat(100_000)}</p>` };
  await engine().transaction(
    async (db) => {
      for (let i = 0; i < 25; i += 1) await db.insert(comments).values(Array.from({ length: 20 }, () => long));
    },
    () => null,
  );
  const shown = await listCommentsOnPost(visitor, { id: post.id });
  expect(shown.items[0]?.children.length).toBeLessThan(30);
  // More than twice as many where all fifty megabytes are read.
  expect((await costOfWaiting(() => listCommentsOnPost(visitor, { id: post.id }))).cost).toBeLessThan(25);
});

it("they are as many as a page holds where short ones have names that are long as HTML", async () => {
  const post = await aPost();
  const root = await aComment(post.id);
  const like = {
    ...(await aReplyTo(post.id, root.id)),
    author: '"'.repeat(50),
    authorUrl: `https://a.example/${"&".repeat(230)}`,
  };
  await engine().transaction(
    async (db) => {
      for (let i = 0; i < 40; i += 1) await db.insert(comments).values(Array.from({ length: 20 }, () => like));
    },
    () => null,
  );
  const count = (await listCommentsOnPost(visitor, { id: post.id })).items[0]?.children.length ?? 0;
  expect(count).toBeGreaterThan(400);
  expect(count).toBeLessThan(600);
});

it("they are the same where there are too many to put in order as a whole", async () => {
  const post = await aPost();
  const roots = [await aComment(post.id), await aComment(post.id), await aComment(post.id)];
  const like = await aReplyTo(post.id, roots[0]?.id);
  // Several at the same time, and some that nobody sees.
  const values = Array.from({ length: 60 }, (_, i) => ({
    ...like,
    rootId: roots[(i * 7) % 5 < 3 ? i % 3 : 1]?.id ?? 0,
    visible: i % 11 !== 3,
    createTime: new Date(1_000_000 + ((i * 37) % 20) * 1000),
  }));
  await engine().transaction(
    async (db) => void (await db.insert(comments).values(values)),
    () => null,
  );
  const ids = roots.map(({ id }) => id);
  const find = (most: number, part = 16, bytes = 1_000_000) =>
    firstReplies({ db: stored(), type: "POST", id: post.id }, ids, { most, bytes, part });
  const all = await find(1000);
  expect(all).toHaveLength(1 + values.filter(({ visible }) => visible).length);
  for (const part of [1, 2, 3, 7, 100]) {
    expect(await find(all.length - 1, part)).toEqual(all.slice(0, -1));
    expect(await find(20, part)).toEqual(all.slice(0, 20));
  }
  const few = await find(1000, 16, 500);
  expect(few.length).toBeGreaterThan(2);
  expect(await find(20, 2, 500)).toEqual(few);
  expect(few).toEqual(all.slice(0, few.length));
});

// On PostgreSQL each look waits for a turn of the event loop, in which reads of all others wait.
it("they are the first ones that few looks find, where conversations are many", async () => {
  const post = await aPost();
  const like = await aReplyTo(post.id, (await aComment(post.id)).id);
  const ids = Array.from({ length: 60 }, (_, i) => 1000 + i);
  const values = ids.flatMap((rootId, i) =>
    [0, 1, 2].map((k) => ({ ...like, rootId, createTime: new Date(i * 10 + k) })),
  );
  await engine().transaction(
    async (db) => void (await db.insert(comments).values(values)),
    () => null,
  );
  const find = (most: number, part?: number) =>
    firstReplies({ db: stored(), type: "POST", id: post.id }, ids, { most, bytes: 1_000_000, ...(part && { part }) });
  const all = await find(1000);
  expect(all).toHaveLength(180);
  const few = await find(170, 2);
  expect(few).toEqual(all.slice(0, few.length));
  expect([few.length > 80, few.length < 100]).toEqual([true, true]);
});

it.skipIf(postgres)("the first ones of all conversations are looked up by one statement, written once", async () => {
  const post = await aPost();
  const like = await aReplyTo(post.id, (await aComment(post.id)).id);
  const ids = Array.from({ length: 60 }, (_, i) => 1000 + i);
  await engine().transaction(
    async (db) => void (await db.insert(comments).values(ids.map((rootId) => ({ ...like, rootId })))),
    () => null,
  );
  const plans = notePlans('"root_id" = ');
  const find = () => firstReplies({ db: stored(), type: "POST", id: post.id }, ids, { most: 50, bytes: 1_000_000 });
  expect(await find()).toHaveLength(50);
  expect(await find()).toHaveLength(50);
  expect(plans.length).toBeLessThanOrEqual(1);
});

it.skipIf(postgres)("of thousands few more are read than are shown, by the index of conversations", async () => {
  const post = await aPost();
  const root = await aComment(post.id);
  const like = await aReplyTo(post.id, root.id);
  await engine().transaction(
    async (db) => {
      for (let i = 0; i < 300; i += 1)
        await db
          .insert(comments)
          .values(Array.from({ length: 20 }, (_, k) => ({ ...like, createTime: new Date(i * 20 + k) })));
    },
    () => null,
  );
  const plans = notePlans('"root_id" = ');
  expect((await listCommentsOnPost(visitor, { id: post.id })).items[0]?.children).toHaveLength(1000);
  expect(plans.length).toBeGreaterThan(5);
  for (const plan of plans) {
    expect(plan).toContain("comments_root");
    expect(plan).not.toMatch(/USE TEMP B-TREE FOR ORDER BY/);
  }
});
