import { beforeEach, expect, it } from "vitest";
import type { AppError } from "../../core/errors";
import { setPostStatus, updatePostContent } from "./posts/mutations";
import { getPostMarkdown } from "./posts/queries";
import { getSheetMarkdown } from "./sheets/queries";
import { anAdmin, visitor } from "../../testing/actors";
import { aCategory, aPost, aSheet, inHours } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";

beforeEach(async () => void (await freshDatabase()));

const read = async (slug: string, as = visitor) =>
  getPostMarkdown(as, { slug, path: `/archives/${slug}` }).then(
    ({ markdown }) => markdown,
    (thrown: unknown) => (thrown as AppError).code,
  );

it("is the source of a text, or where that says more than readers see, what they see", async () => {
  const table = "| a | b |\n|---|---|\n| 1 | 2 |";
  const plain = await aPost(undefined, { title: "Tide", originalContent: `Some *text*.\n\n${table}` });
  expect(await read(plain.slug)).toBe(`# Tide\n\nSome *text*.\n\n${table}\n`);
  const hiding = await aPost(undefined, {
    title: "Fog",
    originalContent: "Seen <!-- hidden --> *here*.\n\n[x]: /y 'hidden'",
  });
  expect(await read(hiding.slug)).toBe("# Fog\n\nSeen *here*.\n");
  const rich = await aPost(undefined, {
    title: "Rich",
    editorType: "RICHTEXT",
    originalContent: "<h2>Part</h2><p>A <strong>word</strong>.</p>",
  });
  expect(await read(rich.slug)).toBe("# Rich\n\n## Part\n\nA **word**.\n");
  const sheet = await aSheet(undefined, { title: "About" });
  expect((await getSheetMarkdown(visitor, { slug: sheet.slug, path: `/${sheet.slug}` })).markdown).toBe(
    "# About\n\nSome *text*.\n",
  );
});

it("is the same of a long text, which is compared in a thread of its own", async () => {
  const long = Array.from({ length: 2_000 }, (_, i) => `Tide ${i} is *high*.`).join("\n\n");
  const plain = await aPost(undefined, { title: "Tide", originalContent: long });
  expect(await read(plain.slug)).toBe(`# Tide\n\n${long}\n`);
  const hiding = await aPost(undefined, { title: "Fog", originalContent: `${long}\n\n[c](skype:nobody)` });
  expect(await read(hiding.slug)).toMatch(/^# Fog\n\nTide 0 is \*high\*\.[^]*Tide 1999(?![^]*nobody)/);
});

it("is not made at invented addresses, which lead to the text's own", async () => {
  const { slug } = await aPost();
  const path = `/invented/${slug}`;
  expect(await getPostMarkdown(visitor, { slug, path })).toMatchObject({ url: `/archives/${slug}`, markdown: null });
});

it("is never the working text, and there is none of what a stranger does not see", async () => {
  const admin = await anAdmin();
  const live = await aPost(admin);
  await updatePostContent(admin, { postId: live.id, originalContent: "Not yet." });
  expect(await read(live.slug)).not.toContain("Not yet");
  const category = await aCategory({ password: "tide" });
  const hidden = [
    await aPost(admin, { password: "tide" }),
    await aPost(admin, { categoryIds: [category.id] }),
    await aPost(admin, { status: "DRAFT" }),
    await aPost(admin, { status: "INTIMATE" }),
    await aPost(admin, { createTime: inHours(5) }),
  ];
  const recycled = await aPost(admin);
  await setPostStatus(admin, { postId: recycled.id, status: "RECYCLE" });
  // Nor for those who may: it is the same for everybody.
  for (const { slug } of [...hidden, recycled])
    expect([await read(slug), await read(slug, admin)]).toEqual(["not_found", "not_found"]);
});
