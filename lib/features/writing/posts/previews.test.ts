import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Actor, visitor } from "../../../core/access";
import { anAdmin, anAuthor, anEditor, system } from "../../../testing/actors";
import { aCategory, aPost, lastEvent, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { deleteUser, updateUser } from "../../accounts/users/staff";
import { PREVIEW_TIME } from "../previews";
import { createPreviewLink, setPostStatus, updatePost, updatePostContent } from "./mutations";
import { getPreviewedPost } from "./queries";
import { listMissingPaths, previewText } from "./previews";

beforeEach(async () => void (await freshDatabase()));

const tokenOf = (url: string) => url.replace("/preview/", "");

describe("the preview beside the text", () => {
  it("shows what readers will see, sanitised", async () => {
    const { html, toc, wordCount } = await previewText(await anAuthor(), {
      editorType: "MARKDOWN",
      originalContent: "## Tide\n\nTwo words<script>alert(1)</script>",
    });
    expect(html).toContain("<h2");
    expect(html).not.toContain("script");
    expect(toc.map((entry) => entry.text)).toEqual(["Tide"]);
    expect(wordCount).toBe(3);
  });

  it("is for those who write", async () =>
    expect((await refusal(previewText(visitor, { editorType: "MARKDOWN", originalContent: "" }))).code).toBe(
      "unauthenticated",
    ));
});

describe("a preview link", () => {
  it("shows a draft's text to anyone who has it, for a week", async () => {
    const author = await anAuthor();
    const post = await aPost(author, { status: "DRAFT", title: "Not yet", originalContent: "## One\n\nsecret" });
    const begun = Date.now();
    const { url, expireTime } = await createPreviewLink(author, { postId: post.id });
    expect(expireTime.getTime() - PREVIEW_TIME).toBeGreaterThanOrEqual(begun);
    expect(expireTime.getTime() - PREVIEW_TIME).toBeLessThanOrEqual(Date.now());
    const shown = await getPreviewedPost(visitor, { token: tokenOf(url) });
    expect(shown).toMatchObject({ title: "Not yet", toc: [{ text: "One" }] });
    expect(shown.content).toContain("secret");
    expect(shown).not.toHaveProperty("password");
    expect(await lastEvent()).toMatchObject({ operation: "createPreviewLink", subject: `post:${post.id}` });
  });

  it("shows the working text of a live post", async () => {
    const author = await anAuthor();
    const post = await aPost(author);
    const { url } = await createPreviewLink(author, { postId: post.id });
    await updatePostContent(author, { postId: post.id, originalContent: "## New\n\ncoming" });
    expect(await getPreviewedPost(visitor, { token: tokenOf(url) })).toMatchObject({
      content: expect.stringContaining("coming"),
      toc: [{ text: "New" }],
    });
  });

  it("opens nothing when it is changed, out of time, or its post recycled", async () => {
    const author = await anAuthor();
    const [post, other] = [await aPost(author), await aPost(author)];
    const token = tokenOf((await createPreviewLink(author, { postId: post.id })).url);
    const wrong = [
      token.replace(/^\d+/, String(other.id)),
      token.replace(/\.\d+\./, ".0."),
      token.replace(/\.\d+\.(?=[\w-]{43}$)/, (time) => `.${Number(time.slice(1, -1)) + 1}.`),
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      "",
      "1.2",
      `${token}x`,
    ];
    for (const each of wrong)
      expect((await refusal(getPreviewedPost(visitor, { token: each }))).code).toBe("not_found");
    const now = Date.now();
    vi.useFakeTimers({ now: now + PREVIEW_TIME + 1000, toFake: ["Date"] });
    expect((await refusal(getPreviewedPost(visitor, { token }))).code).toBe("not_found");
    vi.useRealTimers();
    await setPostStatus(author, { postId: post.id, status: "RECYCLE" });
    expect((await refusal(getPreviewedPost(visitor, { token }))).code).toBe("not_found");
  });

  it("opens as long as its maker may change the post", async () => {
    const [admin, author, editor] = [await anAdmin(), await anAuthor(), await anEditor()];
    const post = await aPost(author, { status: "DRAFT" });
    const by = async (actor: Actor) => tokenOf((await createPreviewLink(actor, { postId: post.id })).url);
    const links = { author: await by(author), editor: await by(editor), nobody: await by(system) };
    const opens = async () => {
      const found: string[] = [];
      for (const [name, token] of Object.entries(links))
        await getPreviewedPost(visitor, { token }).then(
          () => found.push(name),
          (error: unknown) => expect(error).toMatchObject({ code: "not_found" }),
        );
      return found;
    };
    expect(await opens()).toEqual(["author", "editor", "nobody"]);
    await updateUser(admin, { userId: editor.id, role: "AUTHOR" });
    expect(await opens()).toEqual(["author", "nobody"]);
    await updateUser(admin, { userId: editor.id, role: "EDITOR" });
    expect(await opens()).toEqual(["author", "editor", "nobody"]);
    await updateUser(admin, { userId: editor.id, suspended: true });
    await updateUser(admin, { userId: author.id, role: "SUBSCRIBER" });
    expect(await opens()).toEqual(["nobody"]);
    await deleteUser(admin, { userId: editor.id });
    expect(await opens()).toEqual(["nobody"]);
  });

  it("is made by those who may change the post", async () => {
    const post = await aPost(await anAuthor());
    expect((await refusal(createPreviewLink(await anAuthor(), { postId: post.id }))).code).toBe("not_found");
    expect((await refusal(createPreviewLink(visitor, { postId: post.id }))).code).toBe("unauthenticated");
    expect((await createPreviewLink(await anEditor(), { postId: post.id })).url).toMatch(/^\/preview\//);
  });
});

describe("links on this site", () => {
  it("are missing where a reader would find nothing", async () => {
    const author = await anAuthor();
    await aPost(author, { slug: "here" });
    await aPost(author, { slug: "draft", status: "DRAFT" });
    const moved = await aPost(author, { slug: "before" });
    await updatePost(author, { postId: moved.id, title: moved.title, slug: "after" });
    await aCategory({ name: "Harbour" });
    const paths = [
      "/archives/here",
      "/archives/here#top",
      "/archives/draft",
      "/archives/nowhere",
      "/archives/before",
      "/categories/harbour",
      "/tags/none",
      "/archives/%E0%A4%A",
      "/elsewhere",
    ];
    expect((await listMissingPaths(author, { paths })).missing).toEqual([
      "/archives/draft",
      "/archives/nowhere",
      "/tags/none",
      "/archives/%E0%A4%A",
    ]);
    expect((await refusal(listMissingPaths(visitor, { paths }))).code).toBe("unauthenticated");
  });
});
