import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import type { AppError } from "../../core/errors";
import { engine } from "../../core/operation";
import { updateCategory } from "../taxonomy/categories/mutations";
import { setPostStatus, updatePost } from "../writing/posts/mutations";
import { anEditor, system, visitor } from "../../testing/actors";
import { aComment, kinds } from "../../testing/commented";
import { aCategory, aJournal, aPost, inHours, refusal } from "../../testing/factories";
import { notePlans } from "../../testing/plans";
import { noteStatements } from "../../testing/statements";
import { freshDatabase } from "../../testing/setup";
import { createJournalComment } from "./creating";
import { listFeedComments } from "./feed";
import { listComments } from "./queue/queries";
import { postComments } from "./mutations";

beforeEach(async () => void (await freshDatabase()));
afterEach(() => vi.restoreAllMocks());

const codeOf = (thrown: unknown) => (thrown as AppError).code;
const shown = async (postId?: number) =>
  (await listFeedComments(visitor, { size: 100, ...(postId !== undefined && { postId }) })).items.map(({ id }) => id);

it("holds the newest comments on every kind of text, each with the text it is on", async () => {
  const ids = [];
  for (const { target, create } of kinds) {
    const text = await target();
    ids.push((await create(system, { author: "Ann", content: "Words", postId: text.id })).id);
  }
  expect((await shown()).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  const { items } = await listFeedComments(visitor, { size: 2 });
  expect(items).toHaveLength(2);
  expect(items[0]?.target.url).toMatch(/^\/journals\/\d+$/);
});

it.skipIf(postgres)("on one text finds the newest by an index alone, however many there are", async () => {
  const post = await aPost();
  const ids = [];
  for (let i = 0; i < 3; i += 1) ids.unshift((await aComment(post.id)).id);
  const plans = notePlans('"html"');
  expect(await shown(post.id)).toEqual(ids);
  const found = plans.filter((plan) => plan.includes("COVERING INDEX comments_post_time"));
  expect(found).toHaveLength(1);
  // Only those that are shown are put in order: the index has all of a post's in theirs.
  expect(found[0]?.match(/TEMP B-TREE/g)).toHaveLength(1);
});

// On PostgreSQL each question waits for a turn of the event loop, and a new comment on another text has it made anew.
it.skipIf(postgres)("asks about no more texts than it shows comments", async () => {
  for (let i = 0; i < 12; i += 1) await aComment((await aPost()).id);
  const asked: string[] = [];
  noteStatements(engine().reader.$client, (sql) => void asked.push(sql));
  expect((await listFeedComments(visitor, { size: 2 })).items).toHaveLength(2);
  expect(asked.filter((sql) => sql.includes('from "posts"')).length).toBeLessThan(8);
});

it("calls a note by what readers see of it, and never by its source", async () => {
  const notes = [
    await aJournal(system, { sourceContent: "<!-- hush -->\n\nFog & *mist*.\n\n[x]: /y 'hush'" }),
    await aJournal(system, { sourceContent: "hush", content: "<p>Sun</p>", keepRaw: true }),
    await aJournal(system, { sourceContent: "![hush](/a.png)<!-- hush -->" }),
  ];
  for (const { id } of notes) await createJournalComment(system, { author: "Ann", postId: id, content: "Words" });
  const titles = (await listFeedComments(visitor, { size: 10 })).items.map(({ target }) => target.title);
  expect(titles.toSorted()).toEqual([`/journals/${notes[2]?.id}`, "Fog & mist.", "Sun"]);
  const { items } = await listComments(await anEditor(), {});
  expect(new Set(items.map(({ target }) => target?.title))).toEqual(new Set(titles));
});

it("holds none that a stranger cannot read below its text", async () => {
  const category = await aCategory();
  const post = await aPost(system, { categoryIds: [category.id] });
  const { id } = await aComment(post.id);
  const other = await aComment((await aPost()).id);
  const sees = async () => [(await shown()).includes(id), await shown(post.id).catch(codeOf)];
  expect(await sees()).toEqual([true, [id]]);
  const hidden = [false, "not_found"];
  await updateCategory(system, { categoryId: category.id, name: "Locked", password: "tide" });
  expect(await sees()).toEqual(hidden);
  await updateCategory(system, { categoryId: category.id, name: "Open", password: null });
  expect(await sees()).toEqual([true, [id]]);
  for (const change of [{ password: "tide" }, { createTime: inHours(5) }, { status: "DRAFT" }] as const) {
    await updatePost(system, { postId: post.id, title: "Changed", ...change });
    expect([change, await sees()]).toEqual([change, hidden]);
    await updatePost(system, {
      postId: post.id,
      title: "Back",
      password: null,
      createTime: inHours(-1),
      status: "PUBLISHED",
    });
  }
  await setPostStatus(system, { postId: post.id, status: "RECYCLE" });
  expect(await sees()).toEqual(hidden);
  expect(await shown()).toEqual([other.id]);
  await postComments.setStatus(system, { commentId: other.id, status: "AUDITING" });
  expect(await shown()).toEqual([]);
  expect(await refusal(listFeedComments(visitor, { size: 1, postId: 999 }))).toMatchObject({ code: "not_found" });
});
