import { beforeEach, describe, expect, it } from "vitest";
import { existsSync, readdirSync } from "node:fs";
import type { Actor } from "../../../core/access";
import { flushCounts } from "../counters";
import { createPreviewLink } from "../posts/mutations";
import { getPreviewedPost, getPublicPost, unlockPost } from "../posts/queries";
import { anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aPost, aSheet, lastEvent, refusal } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { reservedSlugs } from "../../../core/reserved-slugs";
import {
  getPreviewedSheet,
  getPublicSheet,
  getSheet,
  getSheetAtAddress,
  getSheetRevision,
  getSheetRevisionDiff,
  likeSheet,
  listSheetRevisions,
  unlockSheet,
} from "./queries";
import {
  createSheetPreviewLink,
  restoreSheetRevision,
  setSheetStatus,
  updateSheet,
  updateSheetContent,
} from "./mutations";

let editor: Actor & { id: number };
let count = 0;
const stranger = (given: Partial<Actor> = {}) => ({ ...visitor, ip: `198.18.7.${(count += 1)}`, ...given });

beforeEach(async () => {
  await freshDatabase();
  await flushCounts();
  editor = await anEditor();
});

describe("earlier texts of a sheet", () => {
  it("are listed without the text, read with it, and taken up again", async () => {
    const { id: sheetId } = await aSheet(editor, { originalContent: "one" });
    await updateSheet(editor, { sheetId, title: "x", originalContent: "two" });
    const [revision] = await listSheetRevisions(editor, { sheetId });
    expect(revision).toEqual({
      id: revision?.id,
      sheetId,
      version: 1,
      title: expect.any(String),
      editorType: "MARKDOWN",
      keepRaw: false,
      createTime: expect.any(Date),
      author: { id: editor.id, nickname: editor.name, avatar: "" },
    });
    const revisionId = revision?.id ?? 0;
    expect(await getSheetRevision(editor, { sheetId, revisionId })).toMatchObject({
      originalContent: "one",
      content: "<p>one</p>",
    });
    expect(await restoreSheetRevision(editor, { sheetId, revisionId })).toMatchObject({
      originalContent: "one",
      inProgress: true,
    });
    expect((await getPublicSheet(visitor, { sheetId })).content).toContain("two");
    expect(await lastEvent()).toMatchObject({ operation: "restoreSheetRevision", subject: `sheet:${sheetId}` });
  });

  it("are compared with the text being worked on", async () => {
    const { id: sheetId } = await aSheet(editor, { title: "Old", originalContent: "one\ntwo\n" });
    await updateSheet(editor, { sheetId, title: "New", originalContent: "one\n2\n" });
    await updateSheetContent(editor, { sheetId, originalContent: "one\n2\nthree\n" });
    const revisionId = (await listSheetRevisions(editor, { sheetId }))[0]?.id ?? 0;
    expect(await getSheetRevisionDiff(editor, { sheetId, revisionId })).toEqual({
      sheetId,
      revisionId,
      fromVersion: 1,
      toVersion: (await getSheet(editor, { sheetId })).version,
      title: { before: "Old", after: "New" },
      added: 2,
      removed: 1,
      changes: [
        { kind: "same", lines: 1, text: "one\n" },
        { kind: "removed", lines: 1, text: "two\n" },
        { kind: "added", lines: 2, text: "2\nthree\n" },
      ],
    });
  });

  it("are found through their sheet only", async () => {
    const [one, other, post] = [await aSheet(editor), await aSheet(editor), await aPost(editor)];
    await updateSheet(editor, { sheetId: one.id, title: "x", originalContent: "two" });
    const revisionId = (await listSheetRevisions(editor, { sheetId: one.id }))[0]?.id ?? 0;
    for (const sheetId of [other.id, post.id + 999])
      for (const read of [getSheetRevision, getSheetRevisionDiff])
        await expect(read(editor, { sheetId, revisionId })).rejects.toMatchObject({ status: 404 });
    await expect(listSheetRevisions(await anAuthor(), { sheetId: one.id })).rejects.toMatchObject({ status: 403 });
  });
});

describe("a link to a sheet's next text", () => {
  const tokenOf = (url: string) => url.replace("/preview/", "");

  it("shows it to anyone, and opens no post of the same number", async () => {
    const [sheet, post] = [await aSheet(editor, { originalContent: "## One" }), await aPost(editor)];
    expect(sheet.id).toBe(post.id);
    await updateSheetContent(editor, { sheetId: sheet.id, originalContent: "## Next" });
    const token = tokenOf((await createSheetPreviewLink(editor, { sheetId: sheet.id })).url);
    expect(await getPreviewedSheet(visitor, { token })).toMatchObject({
      content: expect.stringContaining("Next"),
      toc: [{ text: "Next" }],
    });
    const ofPost = tokenOf((await createPreviewLink(editor, { postId: post.id })).url);
    for (const work of [
      getPreviewedPost(visitor, { token }),
      getPreviewedPost(visitor, { token: token.replace("sheet-", "") }),
      getPreviewedSheet(visitor, { token: ofPost }),
      getPreviewedSheet(visitor, { token: `sheet-${ofPost}` }),
    ])
      expect((await refusal(work)).code).toBe("not_found");
    await setSheetStatus(editor, { sheetId: sheet.id, status: "RECYCLE" });
    expect((await refusal(getPreviewedSheet(visitor, { token }))).code).toBe("not_found");
  });
});

describe("a sheet's password", () => {
  it("opens it, at its address and over the API, and no post of the same number", async () => {
    const [sheet, post] = [
      await aSheet(system, { slug: "a", password: "secret" }),
      await aPost(system, { slug: "a", password: "secret" }),
    ];
    expect(sheet.id).toBe(post.id);
    const { proofs, open } = await unlockSheet(stranger(), { slug: "a", password: "secret" });
    expect(open).toBe(true);
    expect((await getSheetAtAddress(stranger({ unlocks: proofs }), { slug: "a" })).sheet).toMatchObject({
      locked: false,
      content: expect.stringContaining("text"),
    });
    expect((await getPublicPost(stranger({ unlocks: proofs }), { postId: post.id })).locked).toBe(true);
    const ofPost = await unlockPost(stranger(), { slug: "a", password: "secret" });
    expect((await getPublicSheet(stranger({ unlocks: ofPost.proofs }), { sheetId: sheet.id })).locked).toBe(true);
    expect((await getPublicSheet(stranger({ contentPassword: "secret" }), { sheetId: sheet.id })).locked).toBe(false);
    await updateSheet(editor, { sheetId: sheet.id, title: "x", password: "another" });
    expect((await getPublicSheet(stranger({ unlocks: proofs }), { sheetId: sheet.id })).locked).toBe(true);
  });

  it("may be guessed five times", async () => {
    const [{ id: sheetId }, who] = [await aSheet(system, { slug: "a", password: "secret" }), stranger()];
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(unlockSheet(who, { slug: "a", password: `wrong ${i}` }))).toMatchObject({
        code: "locked",
        extra: { errors: [{ field: "password", code: "wrong_password" }] },
      });
    expect(await refusal(unlockSheet(who, { slug: "a", password: "secret" }))).toMatchObject({ code: "too_many" });
    expect(await refusal(getPublicSheet({ ...who, contentPassword: "secret" }, { sheetId }))).toMatchObject({
      code: "too_many",
    });
    await expect(unlockSheet(stranger(), { slug: "nothing", password: "x" })).rejects.toMatchObject({ status: 404 });
  });
});

describe("likes of a sheet", () => {
  it("count an address once a day", async () => {
    const [{ id: sheetId }, who] = [await aSheet(), stranger()];
    expect(await likeSheet(who, { sheetId })).toEqual({ likes: 1 });
    await likeSheet(who, { sheetId });
    await likeSheet(stranger(), { sheetId });
    await flushCounts();
    expect((await getPublicSheet(visitor, { sheetId })).likes).toBe(2);
  });
});

describe("reserved addresses", () => {
  it("are all first parts of the site's own addresses", () => {
    const folders = ["app", "app/(site)", "app/(account)", "public"]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder));
    // Folders with an underscore hold no addresses, and no slug begins with a dot.
    const parts = folders
      .filter((name) => !/^[([_.]|\.tsx?$|\.css$/.test(name))
      .map((name) => name.replaceAll(".", "-"));
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((part) => !reservedSlugs.has(part))).toEqual([]);
  });
});
