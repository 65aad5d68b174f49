import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { aComment } from "../../../testing/commented";
import { storeOptions } from "../../../testing/options";
import { anAdmin, system } from "../../../testing/actors";
import { aForm, aToken, call } from "../../../testing/api";
import { aCategory, aJournal, aPost, aSheet, aTag, inHours, storedPost } from "../../../testing/factories";
import { aPng } from "../../../testing/pictures";
import { freshDatabase, stored } from "../../../testing/setup";
import { postgres } from "../../../../db/dialect";
import { attachments, removedRecords } from "../../../../db/schema";
import { env } from "../../../core/env";
import { storage } from "../../../services/files/storage";
import { deleteAttachment } from "../../attachments/mutations";
import { forgetRemoved } from "../../removals/mutations";
import { createOption } from "../../options/mutations";
import { updatePost } from "../../writing/posts/mutations";
import { postComments } from "../../comments/mutations";
import { createLink } from "../../links/mutations";
import { entriesOf, exported, linesOf, utf8 } from "../../../testing/exports";
import { writeExport } from "./writing";

beforeEach(async () => void (await freshDatabase()));

/** Uploads a picture; its address. */
async function anUpload(token: string, name = "chart.png"): Promise<string> {
  const { list } = await call("POST", "/admin/attachments", { token, body: aForm(name, await aPng()) });
  return String(list[0]?.url);
}

// In tests PostgreSQL has one connection, which the moment of the export keeps.
test.skipIf(postgres)("files that are deleted or replaced while an export is written are in it", async () => {
  const admin = await anAdmin();
  const { token } = await aToken("ADMIN");
  for (const name of ["gone.png", "replaced.png"]) await anUpload(token, name);
  const [gone, replaced] = await stored().select().from(attachments).orderBy(attachments.id);
  const change = async () => {
    const body = aForm("replaced.png", await aPng(9, 9));
    expect((await call("PUT", `/admin/attachments/${replaced?.id}/file`, { token, body })).status).toBe(200);
    await deleteAttachment(admin, { attachmentId: gone?.id ?? 0 });
    const [kept] = await stored().select({ id: removedRecords.id }).from(removedRecords);
    await forgetRemoved(admin, { ids: [kept?.id ?? 0] });
  };
  const path = join(mkdtempSync(join(env.dataDir, "out-")), "site.zip");
  let isChanged = false;
  const { missing } = await writeExport(
    path,
    { isPublic: false, personalData: false },
    {
      progress: (done, total) => {
        // Its uploads come last; the whole is one moment, however long it takes.
        if (!isChanged && done >= total - 2) {
          isChanged = true;
          vi.spyOn(storage(), "size").mockImplementationOnce(async (name) => {
            await change();
            return storage().size(name);
          });
        }
      },
    },
  );
  expect([isChanged, missing]).toEqual([true, []]);
  expect(await storage().isHeld()).toBe(false);
});

test("a post becomes a file that other systems read", async () => {
  const admin = await anAdmin();
  const news = await aCategory({ name: "News" });
  const local = await aCategory({ name: "Local", parentId: news.id });
  const tag = await aTag("yes");
  const { id } = await aPost(admin, {
    title: 'Tide: "high" 🌊',
    slug: "tide",
    originalContent: "---\nWater\r\nrises.\n",
    summary: "no",
    password: "open sesame",
    topPriority: 2,
    disallowComment: true,
    categoryIds: [local.id],
    tagIds: [tag.id],
    metas: [
      { key: "z", value: "1" },
      { key: "__proto__", value: "x" },
    ],
    createTime: "2024-05-06T07:08:09.010Z",
  });
  await updatePost(admin, { postId: id, title: 'Tide: "high" 🌊', originalContent: "Being written.", autoSave: true });
  const entries = await exported();
  const text = utf8(entries, "posts/tide.md");
  const { editTime, visits } = await storedPost(id);
  expect(visits).toBe(0);
  expect(text).toBe(
    [
      "---",
      `title: 'Tide: "high" 🌊'`,
      "date: 2024-05-06T07:08:09.010Z",
      `updated: ${editTime.toISOString()}`,
      "slug: tide",
      "status: PUBLISHED",
      "draft: false",
      `id: ${id}`,
      `author: ${admin.name}`,
      "categories:",
      "  - News/Local",
      "tags:",
      '  - "yes"',
      'summary: "no"',
      "password: open sesame",
      "pinned: 2",
      "comments: false",
      "editor: MARKDOWN",
      "visits: 0",
      "likes: 0",
      "metas:",
      "  __proto__: x",
      '  z: "1"',
      "working:",
      "  editor: MARKDOWN",
      "  keepRaw: false",
      "  text: Being written.",
      "---",
      "---\nWater\r\nrises.\n",
    ].join("\n"),
  );
  // Further columns stand in the line as well (`round-trip.test.ts`).
  expect(linesOf(entries, "texts")).toMatchObject([
    {
      kind: "post",
      id,
      file: "posts/tide.md",
      authorId: admin.id,
      version: 2,
      updateTime: expect.any(String),
      publishedTime: expect.any(String),
      recycledTime: null,
      categoryIds: [local.id],
      tagIds: [tag.id],
    },
  ]);
});

test("only what is published is no draft to Hugo and Jekyll", async () => {
  for (const status of ["DRAFT", "INTIMATE", "PUBLISHED", "RECYCLE"] as const)
    await aPost(system, { slug: status, status });
  const entries = await exported();
  const drafts = [...entries.keys()].flatMap((name) => {
    if (!name.startsWith("posts/")) return [];
    const front = parse(utf8(entries, name).split("---\n")[1] ?? "") as { status: string; draft: boolean };
    return [[front.status, front.draft]];
  });
  expect(drafts).toEqual([
    ["DRAFT", true],
    ["INTIMATE", true],
    ["PUBLISHED", false],
    ["RECYCLE", true],
  ]);
});

test("a slug that is no name for a file gives its place to the number", async () => {
  const con = await aPost(system, { slug: "con" });
  const long = await aPost(system, { slug: "好".repeat(40) });
  const number = await aPost(system, { slug: String(long.id) });
  expect([...(await exported()).keys()].filter((name) => name.startsWith("posts/"))).toEqual(
    [`posts/${con.id}.md`, `posts/${long.id}-.md`, `posts/${number.slug}.md`].sort(),
  );
});

test("the manifest names every other entry with its bytes and its hash", async () => {
  const { token } = await aToken("ADMIN");
  await anUpload(token);
  await aPost();
  const entries = await exported();
  const manifest = JSON.parse(utf8(entries, "manifest.json")) as {
    format: string;
    formatVersion: number;
    counts: Record<string, number>;
    files: { path: string; bytes: number; sha256: string }[];
  };
  expect([manifest.format, manifest.formatVersion, manifest.counts.posts, manifest.counts.attachments]).toEqual([
    "broadsheet-export",
    1,
    1,
    1,
  ]);
  expect(manifest.files).toEqual(
    [...entries]
      .filter(([name]) => name !== "manifest.json")
      .map(([path, text]) => {
        const bytes = Buffer.from(text, "latin1");
        return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
      }),
  );
  expect([...entries.keys()].filter((name) => name.startsWith("uploads/"))).toHaveLength(1);
});

test("two exports of the same content differ in the manifest's time only", async () => {
  const { token } = await aToken("ADMIN");
  const url = await anUpload(token);
  const { id } = await aPost(system, { originalContent: `![x](${url})` });
  await aComment(id);
  const [first, second] = [await exported(), await exported()];
  const timeless = (entries: Map<string, string>) =>
    [...entries].map(([name, text]) => [name, text.replace(/"createTime": "[^"]*"/, "")]);
  expect(timeless(second)).toEqual(timeless(first));
});

test("addresses and programs of people who commented are in it only where they were asked for", async () => {
  const { id } = await aPost();
  await aComment(id, { email: "ann@example.org" });
  const [usual, personal] = [await exported(), await exported({ personalData: true })];
  expect(Object.keys(linesOf(usual, "comments")[0] ?? {})).not.toContain("ipAddress");
  expect(utf8(usual, "data/comments.jsonl")).not.toMatch(/198\.51|A browser/);
  expect(linesOf(personal, "comments")[0]).toMatchObject({
    ipAddress: expect.stringContaining("198.51."),
    userAgent: "A browser",
  });
});

test("secrets are in no export", async () => {
  await aToken("ADMIN");
  await storeOptions({ email_password: "the-mail-password" });
  const all = [...(await exported({ personalData: true })).values()].join("");
  expect(all).not.toMatch(/the-mail-password|email_password|passwordHash|mfaKey|\$2[aby]\$/);
});

test("a public export holds nothing that a visitor cannot read", async () => {
  const { token } = await aToken("ADMIN");
  const [shown, hidden] = [await anUpload(token, "shown.png"), await anUpload(token, "canary.png")];
  const locked = await aCategory({ name: "Locked", password: "canary-category" });
  const inside = await aCategory({ name: "Inside", parentId: locked.id });
  const open = await aPost(system, {
    slug: "open",
    originalContent: `Hello ![x](${shown})`,
    metas: [{ key: "a", value: "b" }],
  });
  await updatePost(system, { postId: open.id, title: "Open", originalContent: `canary-revision` });
  await updatePost(system, { postId: open.id, title: "Open", originalContent: `Hello ![x](${shown})` });
  await updatePost(system, {
    postId: open.id,
    title: "Open",
    originalContent: `canary-working ${hidden}`,
    autoSave: true,
  });
  const secrets = [
    { status: "DRAFT" },
    { status: "INTIMATE" },
    { status: "INTIMATE", password: "canary-password" },
    { status: "PUBLISHED", password: "canary-password" },
    { status: "PUBLISHED", createTime: inHours(1) },
    { status: "RECYCLE" },
    { status: "PUBLISHED", categoryIds: [inside.id] },
  ] as const;
  for (const given of secrets)
    await aPost(system, {
      title: "canary-title",
      originalContent: `canary-text ${hidden}`,
      ...given,
      categoryIds: [...("categoryIds" in given ? given.categoryIds : [])],
    });
  for (const given of secrets.slice(0, 6))
    await aSheet(system, { title: "canary-title", originalContent: "canary-text", ...given });
  await aPost(system, { slug: "said-in-html", originalContent: "Open <!-- canary-comment -->" });
  await aPost(system, { slug: "said-in-a-definition", originalContent: "Open\n\n[//]: # (canary-comment)" });
  await aPost(system, { slug: "raw", originalContent: "canary-source", content: "<p>Open</p>", keepRaw: true });
  await aJournal(system, { sourceContent: "Open" });
  await aJournal(system, { sourceContent: "canary-journal", type: "INTIMATE" });
  const comment = await aComment(open.id, { content: "Shown", email: "canary@example.org" });
  await postComments.setStatus(system, { commentId: comment.id, status: "PUBLISHED" });
  const held = await aComment(open.id, { content: "canary-held" });
  await postComments.setStatus(system, { commentId: held.id, status: "AUDITING" });
  const recycled = await aComment(open.id, { content: "canary-recycled" });
  await postComments.setStatus(system, { commentId: recycled.id, status: "RECYCLE" });
  await createOption(system, { key: "own", type: "CUSTOM", value: "Open" });
  await createOption(system, { key: "own_internal", type: "INTERNAL", value: "canary-option" });
  await storeOptions({ email_user: "canary-user", email_password: "canary-secret", site_title: "Open" });
  await createLink(system, { name: "Friend", url: "https://friend.example" });

  const entries = await exported({ isPublic: true });
  const all = [...entries].flat().join("\n");
  expect(all.match(/.{0,60}canary.{0,60}/g)).toBeNull();
  expect(all).not.toMatch(/email_|@example\.org|198\.51/);
  expect([...entries.keys()].filter((name) => !name.startsWith("data/"))).toEqual([
    "manifest.json",
    "posts/open.md",
    "posts/raw.md",
    "posts/said-in-a-definition.md",
    "posts/said-in-html.md",
    `uploads/${shown.split("/").slice(2).join("/")}`,
  ]);
  expect(utf8(entries, "posts/open.md")).toContain(`---\nHello ![x](${shown})`);
  expect(utf8(entries, "posts/raw.md")).toMatch(/editor: RICHTEXT\n[\s\S]*---\n<p>Open<\/p>/);
  expect(linesOf(entries, "comments").map(({ content }) => content)).toEqual(["Shown"]);
  expect(linesOf(entries, "journals").map(({ sourceContent }) => sourceContent)).toEqual(["Open"]);
  expect(linesOf(entries, "links")).toHaveLength(1);
  expect(linesOf(entries, "options").map(({ key }) => key)).toEqual(["own", "site_title"]);
});

test("a file that is gone from the disk is named, and the rest is exported", async () => {
  const { token } = await aToken("ADMIN");
  const url = await anUpload(token);
  const [row] = await stored().select().from(attachments);
  await storage().remove([row?.folder ?? ""]);
  const path = join(mkdtempSync(join(env.dataDir, "export-")), "site.zip");
  const done = await writeExport(path, { isPublic: false, personalData: false });
  expect(done.missing).toEqual([url.slice(1)]);
  expect([...(await entriesOf(path)).keys()]).toContain("data/attachments.jsonl");
});
