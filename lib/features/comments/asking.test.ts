import { beforeEach, describe, expect, it } from "vitest";
import { postgres } from "../../../db/dialect";
import { comments, posts } from "../../../db/schema";
import { engine } from "../../core/operation";
import { aComment, aStranger, words } from "../../testing/commented";
import { system, visitor } from "../../testing/actors";
import { aCategory, aPost } from "../../testing/factories";
import { mailOptions, storeOptions } from "../../testing/options";
import { freshDatabase, stored } from "../../testing/setup";
import { noteStatements } from "../../testing/statements";
import { findingsSoFar } from "../../testing/watch/watch";
import { submitPostComment } from "./creating";
import { ownProofOf } from "./own";
import { rewordComment } from "./rewording";

/** What was asked so far of the connection that writes. */
let asked: string[] = [];

const note = (sql: string) => void asked.push(sql);

beforeEach(async () => {
  await freshDatabase();
  if (postgres) return;
  await engine().transaction(
    async (db) => noteStatements(db.$client, note),
    () => null,
  );
  await storeOptions({ ...mailOptions, comment_new_need_check: "false" });
});

const noted = () => asked.filter((sql) => sql.startsWith(`update "comments" set "announced"`));
const reads = (table: string) => asked.filter((sql) => sql.startsWith("select") && sql.includes(`from "${table}"`));

// On PostgreSQL each question waits for a turn of the event loop, and all that write wait for the last one.
describe.skipIf(postgres)("a comment that is published at once", () => {
  it("asks once for options, and for nothing about mails that nobody wants", async () => {
    const post = await aPost(system, { categoryIds: [(await aCategory()).id] });
    const parent = await aComment(post.id);
    await findingsSoFar();
    for (const given of [{}, { email: "ann@example.org" }, { parentId: parent.id }]) {
      asked = [];
      expect(await submitPostComment(aStranger(), words(post.id, given))).toMatchObject({ status: "PUBLISHED" });
      expect(["options", "post_categories", "posts", "users"].map((table) => reads(table).length)).toEqual([
        1, 0, 1, 0,
      ]);
      expect(noted()).toEqual([]);
    }
  });

  it("asks for them where somebody may want one", async () => {
    const post = await aPost();
    const parent = await aComment(post.id, { email: "bob@example.org", allowNotification: true });
    await findingsSoFar();
    for (const given of [{ email: "ann@example.org", allowNotification: true }, { parentId: parent.id }]) {
      asked = [];
      await submitPostComment(aStranger(), words(post.id, given));
      expect(noted()).toHaveLength(1);
    }
  });
});

describe.skipIf(postgres)("a comment that has to wait after a change of its words", () => {
  // A stranger may write ten thousand replies in a day, and each change looked at all of them while nobody else could write.
  it("asks for its own replies, and not for the conversation", async () => {
    const { id: postId } = await aPost();
    const { id: parentId } = await aComment(postId);
    const { id } = await aComment(postId, { parentId });
    for (const above of [id, parentId]) await aComment(postId, { parentId: above });
    await storeOptions({ comment_max_links: "0" });
    await findingsSoFar();
    asked = [];
    await rewordComment(
      { ...visitor, ownComments: [ownProofOf(id)] },
      { commentId: String(id), content: "[a](https://a.example)" },
    );
    expect(asked.filter((sql) => /^select.* "comments"\."root_id" in/.test(sql))).toEqual([]);
    const seen = await stored().select({ visible: comments.visible }).from(comments).orderBy(comments.id);
    expect(seen.map(({ visible }) => visible)).toEqual([true, false, false, true]);
    const [post] = await stored().select({ count: posts.commentCount }).from(posts);
    expect(post).toEqual({ count: 2 });
  });

  // Hundreds may each reply to the one before while the first can still be changed.
  it("asks as much for a chain of replies as for one", async () => {
    const { id: postId } = await aPost();
    const { id } = await aComment(postId);
    for (let last = id, depth = 0; depth < 12; depth += 1) last = (await aComment(postId, { parentId: last })).id;
    await storeOptions({ comment_max_links: "0" });
    await findingsSoFar();
    asked = [];
    await rewordComment(
      { ...visitor, ownComments: [ownProofOf(id)] },
      { commentId: String(id), content: "[a](https://a.example)" },
    );
    expect(asked.filter((sql) => /"visible"/.test(sql) && / where /.test(sql)).length).toBeLessThan(5);
    const seen = await stored().select({ visible: comments.visible }).from(comments);
    expect(seen.filter(({ visible }) => visible)).toEqual([]);
    const [post] = await stored().select({ count: posts.commentCount }).from(posts);
    expect(post).toEqual({ count: 0 });
  });
});
