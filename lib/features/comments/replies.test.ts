// Which replies stand on a page of conversations, and how SQLite looks them up.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { postgres } from "../../../db/dialect";
import { anEditor, visitor } from "../../testing/actors";
import { aComment, words } from "../../testing/commented";
import { aPost } from "../../testing/factories";
import { notePlans } from "../../testing/plans";
import { freshDatabase } from "../../testing/setup";
import { createPostComment } from "./creating";
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

it("they are as many as a page can hold, the first ones", async () => {
  const post = await aPost();
  const root = await aComment(post.id);
  // Each letter of the address is twelve of its HTML, beside its four of the words.
  const content = `https://example.org/${"😀".repeat(1000)}`;
  const editor = await anEditor();
  const sent: number[] = [];
  for (let i = 0; i < 130; i += 1)
    sent.push((await createPostComment(editor, words(post.id, { content, parentId: root.id }))).id);
  const { items } = await listCommentsOnPost(visitor, { id: post.id });
  const shown = items[0]?.children.map(({ id }) => id) ?? [];
  expect(shown.length).toBeGreaterThan(90);
  expect(shown).toEqual(sent.slice(0, shown.length));
  expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(2.2 * 1024 * 1024);
});
