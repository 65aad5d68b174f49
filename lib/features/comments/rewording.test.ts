import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { comments } from "../../../db/schema";
import { system, visitor } from "../../core/access";
import { subscribe } from "../../core/events";
import { engine } from "../../core/operation";
import { anAuthor, anEditor } from "../../testing/actors";
import { aComment, storedComment } from "../../testing/commented";
import { storeOptions } from "../../testing/options";
import { aPost, refusal } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { updatePost } from "../writing/posts/mutations";
import { createBlock, deleteBlock } from "./blocks/mutations";
import { submitPostComment } from "./creating";
import { ownProofOf } from "./own";
import { getDiscussion } from "./queries";
import { rewordComment } from "./rewording";
import { MAY_EDIT_MS } from "./schema";

beforeEach(async () => void (await freshDatabase()));

const by = (id: number) => ({ ...visitor, ownComments: [ownProofOf(id)] });
const statusOf = async (id: number) => (await storedComment(id)).status;

describe("one's own comment", () => {
  it("gets other words by the browser that sent it, and by no other", async () => {
    const post = await aPost();
    const { id } = await submitPostComment(visitor, { author: "Ada", content: "Wrods", postId: post.id });
    expect(await rewordComment(by(id), { commentId: String(id), content: "*Words*" })).toMatchObject({
      content: "*Words*",
      html: expect.stringContaining("<em>Words</em>"),
      status: "AUDITING",
    });
    for (const actor of [visitor, by(id + 1), await anEditor()])
      expect(await refusal(rewordComment(actor, { commentId: String(id), content: "Mine" }))).toMatchObject({
        code: "forbidden",
      });
  });

  it("waits again after it was approved, where comments wait, and stays where they do not", async () => {
    const post = await aPost();
    const { id } = await aComment(post.id);
    await rewordComment(by(id), { commentId: String(id), content: "Buy my watches" });
    expect(await statusOf(id)).toBe("AUDITING");
    await storeOptions({ comment_new_need_check: "false" });
    const other = await aComment(post.id);
    await rewordComment(by(other.id), { commentId: String(other.id), content: "Other words" });
    expect(await statusOf(other.id)).toBe("PUBLISHED");
  });

  it("makes no list stale by other words, and nothing that readers see while it waits", async () => {
    const post = await aPost();
    const touched: string[][] = [];
    const unsubscribe = subscribe(({ operation, cacheKeys }) => {
      if (operation === "rewordComment") touched.push(cacheKeys.filter((key) => !key.startsWith("comment:")));
    });
    const { id: waiting } = await submitPostComment(visitor, { author: "Ada", content: "a", postId: post.id });
    await rewordComment(by(waiting), { commentId: String(waiting), content: "b" });
    const { id: approved } = await aComment(post.id);
    await rewordComment(by(approved), { commentId: String(approved), content: "b" });
    await storeOptions({ comment_new_need_check: "false" });
    const { id: shown } = await aComment(post.id);
    await rewordComment(by(shown), { commentId: String(shown), content: "b" });
    unsubscribe();
    expect(touched).toEqual([[], expect.arrayContaining(["posts"]), expect.not.arrayContaining(["posts"])]);
    expect(touched[2]).toContain(`comments:post:${post.id}`);
  });

  it("stays as it is where its author was blocked since, or comments were closed", async () => {
    const post = await aPost();
    const { id } = await submitPostComment(visitor, {
      author: "Ada",
      content: "a",
      email: "a@b.example",
      postId: post.id,
    });
    const reworded = () => refusal(rewordComment(by(id), { commentId: String(id), content: "Buy my watches" }));
    const { id: blockId } = await createBlock(system, { value: "a@b.example" });
    expect(await reworded()).toMatchObject({ code: "forbidden", message: "Comments are closed." });
    await deleteBlock(system, { blockId });
    await updatePost(system, { postId: post.id, title: post.title, disallowComment: true });
    expect(await reworded()).toMatchObject({ code: "forbidden", message: "Comments are closed." });
    expect((await storedComment(id)).content).toBe("a");
  });

  it("is offered to its author for five minutes, and to a signed-in one without a cookie", async () => {
    const [post, author] = [await aPost(), await anAuthor()];
    const { id } = await submitPostComment(author, { author: "Ada", content: "Words", postId: post.id });
    const offered = async (actor: typeof visitor) =>
      (await getDiscussion(actor, { targetType: "POST", id: post.id, page: 1, replyTo: null, edit: id })).edit;
    expect(await offered(author)).toEqual({ id, content: "Words" });
    expect(await offered(by(id))).toEqual({ id, content: "Words" });
    expect(await offered(visitor)).toBeNull();
    const createTime = new Date(Date.now() - MAY_EDIT_MS);
    await engine().transaction(
      async (db) => void (await db.update(comments).set({ createTime }).where(eq(comments.id, id))),
      () => null,
    );
    expect(await offered(by(id))).toBeNull();
    expect(await refusal(rewordComment(by(id), { commentId: String(id), content: "Late" }))).toMatchObject({
      code: "forbidden",
    });
  });
});
