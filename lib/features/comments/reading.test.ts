import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { comments, users } from "../../../db/schema";
import { system } from "../../core/access";
import { collectReads } from "../../core/cache-keys";
import { updatePost } from "../writing/posts/mutations";
import { anEditor, visitor } from "../../testing/actors";
import { call } from "../../testing/api";
import { aComment, aStranger, kinds, words } from "../../testing/commented";
import { storeOptions } from "../../testing/options";
import { aPost, inHours, refusal } from "../../testing/factories";
import { freshDatabase, stored } from "../../testing/setup";
import { createPostComment, sendComment, submitPostComment } from "./creating";
import { stampOf } from "./moderation";
import { postComments } from "./mutations";
import { ownProofOf } from "./own";
import { getDiscussion, listCommentsOnPost } from "./queries";
import { type CommentNode, MAX_LEVELS } from "./schema";

beforeEach(async () => void (await freshDatabase()));

const outline = (items: readonly CommentNode[]): unknown[] =>
  items.map(({ id, children }) => (children.length > 0 ? [id, outline(children)] : id));

describe("the comments below a text", () => {
  it("are trees, not deeper than can be shown", async () => {
    const post = await aPost();
    const ids = [(await aComment(post.id)).id];
    for (let i = 0; i < 6; i += 1) ids.push((await aComment(post.id, { parentId: ids.at(-1) ?? 0 })).id);
    const beside = (await aComment(post.id, { parentId: ids[1] ?? 0 })).id;
    const other = (await aComment(post.id)).id;
    const [a, b, c, d, e, f, g] = ids;
    expect(MAX_LEVELS).toBe(4);
    expect(outline((await listCommentsOnPost(visitor, { id: post.id })).items)).toEqual([
      [a, [[b, [[c, [d, e, f, g]], beside]]]],
      other,
    ]);
  });

  it("are paged by their conversations, the oldest first unless told otherwise", async () => {
    const post = await aPost();
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push((await aComment(post.id)).id);
    const reply = await aComment(post.id, { parentId: ids[2] ?? 0 });
    const page = async (given: object) => outline((await listCommentsOnPost(visitor, { id: post.id, ...given })).items);
    expect(await page({ size: 2 })).toEqual([ids[0], ids[1]]);
    expect(await page({ size: 2, page: 2 })).toEqual([[ids[2], [reply.id]], ids[3]]);
    expect(await page({ size: 2, page: 4 })).toEqual([]);
    expect(await page({ size: 2, sort: ["createTime,desc"] })).toEqual([ids[4], ids[3]]);
    const { headers, list } = await call("GET", `/content/posts/${post.id}/comments?size=2`);
    expect([headers.get("x-total-count"), list.length]).toEqual(["5", 2]);
    expect(headers.get("link")).toContain('size=2&page=3>; rel="last"');
  });

  it("are made anew when one of them changes, and by nothing else", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const { scope } = await collectReads(() => listCommentsOnPost(visitor, { id: post.id }));
    expect([...scope.cacheKeys]).toEqual(
      expect.arrayContaining([`comments:post:${post.id}`, `post:${post.id}`, "comments:posts", "categories"]),
    );
    expect(scope.cacheKeys.has(`comments:post:${other.id}`) || scope.cacheKeys.has("posts")).toBe(false);
  });

  it("can be read with the password of a protected text, and not without", async () => {
    const post = await aPost();
    const { id } = await aComment(post.id);
    await updatePost(system, { postId: post.id, title: "x", password: "secret" });
    expect((await call("GET", `/content/posts/${post.id}/comments`)).json.code).toBe("locked");
    expect(
      (await call("GET", `/content/posts/${post.id}/comments`, { headers: { "x-content-password": "wrong" } })).json
        .code,
    ).toBe("locked");
    const read = await call("GET", `/content/posts/${post.id}/comments`, {
      headers: { "x-content-password": "secret" },
    });
    expect([read.list.map((each) => each.id), read.headers.get("cache-control")]).toEqual([[id], "no-store"]);
  });
});

describe("a page's discussion", () => {
  it("says what a form needs", async () => {
    const post = await aPost();
    const { id } = await aComment(post.id);
    const waiting = await submitPostComment(aStranger(), words(post.id));
    const read = (replyTo: number | null, page = 1) =>
      getDiscussion(visitor, { targetType: "POST", id: post.id, page, replyTo });
    expect(await read(id)).toMatchObject({
      total: 1,
      count: 1,
      pageSize: 20,
      open: true,
      replyTo: { id, author: "Ann" },
      stamp: expect.stringMatching(/^\d+\.[\w-]{43}$/),
    });
    expect([(await read(waiting.id)).replyTo, (await read(999)).replyTo, (await read(null)).replyTo]).toEqual([
      null,
      null,
      null,
    ]);
    await storeOptions({ comment_page_size: "1" });
    expect(await read(null, 2)).toMatchObject({ items: [], pageSize: 1, total: 1 });
    await updatePost(system, { postId: post.id, title: "x", disallowComment: true });
    expect((await read(null)).open).toBe(false);
  });
});

describe("what strangers cannot read", () => {
  const secrets = new Map<string, string>();
  const secret = (where: string) => {
    const word = `canary${secrets.size}${where.replace(/\W/g, "")}`;
    secrets.set(word, where);
    return word;
  };
  const found = (text: string) => [...secrets].filter(([word]) => text.includes(word)).map(([, where]) => where);
  const planted = (postId: number, where: string, parentId?: number) => ({
    postId,
    parentId: parentId ?? null,
    author: secret(`${where}: author`),
    content: `**${secret(`${where}: text`)}**`,
    email: `${secret(`${where}: email`)}@example.org`,
    authorUrl: `https://${secret(`${where}: address`)}.example`,
    allowNotification: true,
  });

  it("stands in no answer: comments that wait, that were thrown away, and those on hidden texts", async () => {
    const editor = await anEditor();
    for (const { name, target, submit, manage } of kinds) {
      const open = await target();
      const publish = async (commentId: number) => manage.setStatus(editor, { commentId, status: "PUBLISHED" });
      const seen = await submit(aStranger(), {
        ...words(open.id, { content: "decoy" }),
        email: `${secret(`${name} seen: email`)}@example.org`,
      });
      await publish(seen.id);
      await submit(
        aStranger({ ip: "203.0.113.99", userAgent: secret(`${name} waiting: agent`) }),
        planted(open.id, `${name} waiting`),
      );
      await submit(aStranger(), planted(open.id, `${name} waiting reply`, seen.id));
      const thrown = await submit(aStranger(), planted(open.id, `${name} thrown away`));
      await publish(thrown.id);
      const below = await submit(aStranger(), planted(open.id, `${name} below thrown away`, thrown.id));
      await publish(below.id);
      await manage.setStatus(editor, { commentId: thrown.id, status: "RECYCLE" });
    }
    for (const [where, given] of Object.entries({
      draft: { status: "DRAFT" },
      intimate: { status: "INTIMATE" },
      scheduled: { createTime: inHours(1) },
      recycled: { status: "RECYCLE" },
      protected: { password: "secret" },
      "intimate protected": { status: "INTIMATE", password: "secret" },
    } as const)) {
      const post = await aPost(system, { title: `Hidden ${where}` });
      await createPostComment(editor, planted(post.id, where));
      const { id } = await submitPostComment(aStranger(), planted(post.id, `${where} by a stranger`));
      await postComments.setStatus(editor, { commentId: id, status: "PUBLISHED" });
      await updatePost(system, { postId: post.id, title: `Hidden ${where}`, ...given });
    }
    let decoys = 0;
    for (const kind of ["posts", "sheets", "journals"])
      for (let id = 1; id <= 8; id += 1)
        for (const path of [
          `/content/${kind}/${id}/comments`,
          `/content/${kind}/${id}/comments?sort=createTime,desc&size=100`,
          `/content/${kind}/${id}/comments?page=2&size=1`,
          `/content/${kind}/${id}`,
          `/content/${kind}?fields=content&size=100`,
          `/content/${kind}?keyword=canary`,
          `/admin/${kind}/comments`,
          `/admin/${kind}/comments/${id}`,
          `/admin/${kind}/comments?keyword=canary`,
        ]) {
          const { text, status } = await call("GET", path);
          if (text.includes("decoy")) decoys += 1;
          expect([
            path,
            found(text),
            /203\.0\.113|198\.51|ipAddress|userAgent|"email"/.test(text),
            status === 401,
          ]).toEqual([path, [], false, path.startsWith("/admin") || /\/posts\/[67]/.test(path)]);
        }
    expect(decoys).toBeGreaterThan(2);
    for (const [id, status] of [
      [2, 404],
      [3, 404],
      [4, 404],
      [5, 404],
      [6, 401],
      [7, 401],
    ] as const)
      expect((await call("GET", `/content/posts/${id}/comments`)).status).toBe(status);
    // Replying to a hidden comment answers the same as replying to a missing one.
    const refused = await Promise.all(
      [2, 4, 5, 999].map((parentId) => refusal(submitPostComment(aStranger(), words(1, { parentId })))),
    );
    expect(new Set(refused.map(({ message }) => message)).size).toBe(1);
  });
});

describe("a comment that waits", () => {
  const at = (id: number) => ({ targetType: "POST" as const, id, page: 1, replyTo: null });

  it("is shown to the browser that has sent it, and to nobody else", async () => {
    const [post, other] = [await aPost(), await aPost()];
    const sent = await submitPostComment(aStranger(), words(post.id, { email: "ann@example.org" }));
    const own = { ...visitor, ownComments: [ownProofOf(sent.id)] };
    const { waiting, items } = await getDiscussion(own, at(post.id));
    expect(waiting).toEqual([
      expect.objectContaining({ id: sent.id, status: "AUDITING", author: "Ann", html: sent.html }),
    ]);
    expect(items).toEqual([]);
    expect(JSON.stringify(waiting)).not.toContain("ann@example.org");
    const others = [
      visitor,
      {
        ...visitor,
        ownComments: [
          `${sent.id}.x`,
          `${sent.id}`,
          ownProofOf(sent.id + 1),
          "~",
          ownProofOf(sent.id).replace(/^\d+/, "1e0"),
        ],
      },
    ];
    for (const actor of others) expect((await getDiscussion(actor, at(post.id))).waiting).toEqual([]);
    expect((await getDiscussion(own, at(other.id))).waiting).toEqual([]);
    await postComments.setStatus(system, { commentId: sent.id, status: "PUBLISHED" });
    const after = await getDiscussion(own, at(post.id));
    expect([after.waiting, outline(after.items)]).toEqual([[], [sent.id]]);
    await postComments.setStatus(system, { commentId: sent.id, status: "RECYCLE" });
    expect((await getDiscussion(own, at(post.id))).waiting).toEqual([]);
  });
});

describe("whoever is signed in", () => {
  it("comments under the account's name, by whichever way and whatever the comment says", async () => {
    const editor = await anEditor();
    const [account] = await stored()
      .select({ nickname: users.nickname, email: users.email })
      .from(users)
      .where(eq(users.id, editor.id));
    const post = await aPost();
    const form = { targetType: "POST" as const, postId: post.id, author: "Somebody else", stamp: stampOf(new Date(0)) };
    const said = { author: "Somebody else", email: "else@example.org", authorUrl: "https://else.example" };
    const made = [
      await createPostComment(editor, words(post.id, said)),
      await submitPostComment({ ...editor, ip: aStranger().ip }, words(post.id, said)),
      await sendComment({ ...editor, ip: aStranger().ip }, { ...form, content: "By the form." }),
    ];
    for (const comment of made)
      expect(comment).toMatchObject({ author: account?.nickname, authorUrl: "", isAdmin: true, status: "PUBLISHED" });
    expect((await stored().select({ email: comments.email }).from(comments)).map((row) => row.email)).toEqual([
      account?.email,
      account?.email,
      account?.email,
    ]);
    expect((await getDiscussion(editor, { targetType: "POST", id: post.id, page: 1, replyTo: null })).signedInAs).toBe(
      account?.nickname,
    );
    expect(
      (await getDiscussion(visitor, { targetType: "POST", id: post.id, page: 1, replyTo: null })).signedInAs,
    ).toBeNull();
  });
});

describe("a comment's own page of conversations", () => {
  it("is found, whichever come first, and for a reply that of its conversation", async () => {
    await storeOptions({ comment_page_size: "2" });
    const post = await aPost();
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push((await aComment(post.id)).id);
    const reply = await aComment(post.id, { parentId: ids[2] ?? 0 });
    const foundOn = async (find: number) =>
      (await getDiscussion(visitor, { targetType: "POST", id: post.id, page: 1, replyTo: null, find })).foundOn;
    expect(await Promise.all([ids[0] ?? 0, ids[2] ?? 0, reply.id, ids[4] ?? 0, 999].map(foundOn))).toEqual([
      1,
      2,
      2,
      3,
      null,
    ]);
    await storeOptions({ comment_order: "newest" });
    expect(await Promise.all([ids[0] ?? 0, reply.id, ids[4] ?? 0].map(foundOn))).toEqual([3, 2, 1]);
    const { items } = await getDiscussion(visitor, { targetType: "POST", id: post.id, page: 1, replyTo: null });
    expect(items.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
  });
});
