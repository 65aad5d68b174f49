import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { sheetMetas, sheetRedirects, sheetRevisions, sheets } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { subscribe } from "../../../core/events";
import { nextPublication } from "../../visibility/queries";
import { postStatuses } from "../schema";
import { anActor, anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aPost, aSheet, eventCount, faults, inHours, lastEvent, refusal, refusals } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import {
  createSheet,
  deleteSheet,
  discardSheetWorkingText,
  setSheetStatus,
  updateSheet,
  updateSheetContent,
} from "./mutations";
import { getPublicSheet, getSheet, listPublicSheets } from "./queries";

let editor: Actor & { id: number };

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

const row = async (sheetId: number) => (await stored().select().from(sheets).where(eq(sheets.id, sheetId)))[0];
const shownText = async (sheetId: number) => (await getPublicSheet(visitor, { sheetId })).content;

describe("Create sheet", () => {
  it("needs a title only: a draft in Markdown, empty, by whoever made it", async () => {
    const sheet = await createSheet(editor, { title: " About us " });
    expect(sheet).toMatchObject({
      title: "About us",
      slug: "about-us",
      url: "/about-us",
      status: "DRAFT",
      editorType: "MARKDOWN",
      content: "",
      version: 1,
      authorId: editor.id,
      inProgress: false,
      locked: false,
      metas: [],
      visits: 0,
      likes: 0,
    });
    expect(sheet).not.toHaveProperty("categories");
    expect(sheet).not.toHaveProperty("tagIds");
    expect(await lastEvent()).toMatchObject({
      operation: "createSheet",
      subject: `sheet:${sheet.id}`,
      summary: "DRAFT About us",
    });
  });

  it("keeps every field, renders and sanitises", async () => {
    const given = {
      title: "😀".repeat(100),
      originalContent: "# One\n\n<script>alert(1)</script>two",
      summary: "s",
      slug: "here",
      password: "p",
      template: "t",
      thumbnail: "/a.png",
      status: "PUBLISHED",
      disallowComment: true,
      topPriority: 7,
      metaDescription: "d",
      metaKeywords: "k",
    } as const;
    const sheet = await createSheet(editor, {
      ...given,
      createTime: "2024-01-02T03:04:05Z",
      metas: [{ key: "k", value: "v" }],
    });
    expect(sheet).toMatchObject({
      ...given,
      createTime: new Date("2024-01-02T03:04:05Z"),
      locked: true,
      wordCount: 2,
      metas: [{ key: "k", postId: sheet.id, value: "v" }],
    });
    expect(sheet.content).toContain("<h1");
    expect(sheet.content).not.toContain("script");
    expect(await stored().select().from(sheetMetas)).toEqual([{ postId: sheet.id, key: "k", value: "v" }]);
  });

  it("knows no categories and tags", async () => {
    expect(await faults(createSheet(editor, { title: "x", categoryIds: [], tagIds: [] } as never))).toEqual([
      "categoryIds unknown",
      "tagIds unknown",
    ]);
  });

  it("by autosave is a draft, without a line in the audit log", async () => {
    const events = await eventCount();
    expect((await createSheet(editor, { title: "x", status: "PUBLISHED", autoSave: true })).status).toBe("DRAFT");
    expect(await eventCount()).toBe(events);
  });

  it("is an EDITOR's, as every change is", async () => {
    const { id: sheetId } = await aSheet();
    for (const [actor, status] of [
      [visitor, 401],
      [await anActor("SUBSCRIBER"), 403],
      [await anAuthor(), 403],
    ] as const)
      for (const work of [
        () => createSheet(actor, { title: "y" }),
        () => updateSheet(actor, { sheetId, title: "y" }),
        () => updateSheetContent(actor, { sheetId, originalContent: "y" }),
        () => setSheetStatus(actor, { sheetId, status: "DRAFT" }),
        () => deleteSheet(actor, { sheetId }),
        () => getSheet(actor, { sheetId }),
      ])
        await expect(work()).rejects.toMatchObject({ status });
    expect(await row(sheetId)).toMatchObject({ version: 1, status: "PUBLISHED" });
  });
});

describe("the address of a sheet", () => {
  it("is its own, whatever posts are called; a made one gets a number, a given one that is taken is refused", async () => {
    await aPost(system, { slug: "about" });
    expect((await createSheet(editor, { title: "About" })).slug).toBe("about");
    expect((await createSheet(editor, { title: "About" })).slug).toBe("about-2");
    expect(await refusal(createSheet(editor, { title: "x", slug: "About" }))).toMatchObject({
      status: 409,
      extra: { errors: [{ field: "slug", code: "taken" }] },
    });
    expect((await createSheet(editor, { title: "关于" })).url).toBe(`/${encodeURIComponent("关于")}`);
    expect((await createSheet(editor, { title: "!" })).slug).toBe("sheet");
  });

  it("is never one at which something else stands", async () => {
    for (const slug of [
      "admin",
      "API",
      "feed.xml",
      "page",
      "archives",
      "categories",
      "tags",
      "login",
      "journals",
      "links",
      "robots.txt",
      "search",
      "_next",
    ])
      expect([slug, await refusal(createSheet(editor, { title: "x", slug }))]).toMatchObject([
        slug,
        { status: 409, extra: { errors: [{ field: "slug", code: "taken" }] } },
      ]);
    expect((await createSheet(editor, { title: "Links" })).slug).toBe("links-2");
    const { id: sheetId } = await aSheet();
    expect(await refusal(updateSheet(editor, { sheetId, title: "x", slug: "setup" }))).toMatchObject({ status: 409 });
  });

  it("by 20 at once with one slug goes to one", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => createSheet(editor, { title: "x", slug: "same" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const error of refusals(results)) expect(error).toMatchObject({ status: 409 });
  });

  it("that a published one has left leads on for good", async () => {
    const { id: sheetId } = await aSheet(editor, { slug: "old" });
    await updateSheet(editor, { sheetId, title: "x", slug: "new" });
    expect(await stored().select().from(sheetRedirects)).toEqual([{ slug: "old", postId: sheetId }]);
    await createSheet(editor, { title: "y", slug: "old" });
    expect(await stored().select().from(sheetRedirects)).toEqual([]);
  });
});

describe("Update sheet", () => {
  it("leaves alone what is not sent, and clears by null", async () => {
    const before = await aSheet(editor, {
      summary: "s",
      password: "p",
      thumbnail: "/a.png",
      topPriority: 3,
      metas: [{ key: "k" }],
    });
    expect(await updateSheet(editor, { sheetId: before.id, title: "y" })).toEqual({
      ...before,
      title: "y",
      version: 2,
      updateTime: expect.any(Date),
    });
    expect(
      await updateSheet(editor, {
        sheetId: before.id,
        title: "y",
        summary: null,
        password: null,
        thumbnail: null,
        topPriority: null,
        metas: null,
      }),
    ).toMatchObject({ summary: "", password: "", thumbnail: "", topPriority: 0, metas: [], locked: false });
    expect(
      await faults(
        updateSheet(editor, { sheetId: before.id, title: "y", metas: [{ key: "k", postId: before.id + 1 }] }),
      ),
    ).toEqual(["metas.0.postId wrong_value"]);
    await expect(updateSheet(editor, { sheetId: 999, title: "y" })).rejects.toMatchObject({ status: 404 });
  });

  it("refuses a version that is not the last, with the sheet as it is now", async () => {
    const { id: sheetId } = await aSheet(editor);
    await updateSheet(editor, { sheetId, title: "y", expectedVersion: 1 });
    expect(await refusal(updateSheet(editor, { sheetId, title: "z", expectedVersion: 1 }))).toMatchObject({
      status: 412,
      extra: { current: { title: "y", version: 2 } },
    });
    expect(await row(sheetId)).toMatchObject({ title: "y", version: 2 });
  });

  it("keeps the text it replaces; by autosave it touches the working text only", async () => {
    const { id: sheetId } = await aSheet(editor, { originalContent: "one" });
    expect(
      await updateSheet(editor, { sheetId, title: "changed", originalContent: "two", autoSave: true }),
    ).toMatchObject({ inProgress: true, originalContent: "two" });
    expect(await row(sheetId)).toMatchObject({
      title: expect.stringMatching(/^Sheet/),
      originalContent: "one",
      workingOriginalContent: "two",
    });
    expect(await shownText(sheetId)).toContain("one");
    expect(await stored().select().from(sheetRevisions)).toEqual([]);
    expect(await updateSheet(editor, { sheetId, title: "y" })).toMatchObject({
      inProgress: false,
      originalContent: "two",
    });
    expect(await shownText(sheetId)).toContain("two");
    expect(
      (await stored().select().from(sheetRevisions)).map(({ originalContent, version }) => [originalContent, version]),
    ).toEqual([["one", 2]]);
  });

  it("makes what shows it stale, an autosave nothing", async () => {
    const { id: sheetId } = await aSheet(editor);
    const heard: (readonly string[])[] = [];
    const stop = subscribe((event) => heard.push(event.cacheKeys));
    await updateSheet(editor, { sheetId, title: "y" });
    await updateSheet(editor, { sheetId, title: "y", originalContent: "z", autoSave: true });
    await updateSheetContent(editor, { sheetId, originalContent: "zz" });
    stop();
    expect(heard).toEqual([["sheets", "sheet-places", `sheet:${sheetId}`], [], []]);
  });
});

describe("Update sheet content", () => {
  it("of a draft changes its only text, of a live sheet the working one", async () => {
    const [draft, live] = [await aSheet(editor, { status: "DRAFT" }), await aSheet(editor, { originalContent: "one" })];
    expect(await updateSheetContent(editor, { sheetId: draft.id, originalContent: "*two*" })).toMatchObject({
      inProgress: false,
      content: "<p><em>two</em></p>",
    });
    expect(await updateSheetContent(editor, { sheetId: live.id, originalContent: "two" })).toMatchObject({
      inProgress: true,
      originalContent: "two",
      status: "PUBLISHED",
    });
    expect(await shownText(live.id)).toContain("one");
    expect(
      await updateSheetContent(editor, { sheetId: live.id, content: "<p>kept<script>x</script></p>", keepRaw: true }),
    ).toMatchObject({ content: "<p>kept</p>", keepRaw: true });
    expect(await discardSheetWorkingText(editor, { sheetId: live.id })).toMatchObject({
      inProgress: false,
      originalContent: "one",
    });
    await setSheetStatus(editor, { sheetId: live.id, status: "RECYCLE" });
    expect(await refusal(updateSheetContent(editor, { sheetId: live.id, originalContent: "x" }))).toMatchObject({
      status: 409,
    });
  });
});

describe("the status of a sheet", () => {
  it("may change to every other", async () => {
    for (const from of postStatuses)
      for (const to of postStatuses) {
        const { id: sheetId } = await aSheet(editor, { status: from });
        expect([from, to, (await setSheetStatus(editor, { sheetId, status: to })).status]).toEqual([from, to, to]);
        expect((await row(sheetId))?.recycledTime !== null).toBe(to === "RECYCLE");
      }
  });

  it("of a scheduled one says when what is kept becomes wrong, whether post or sheet comes first", async () => {
    const [soon, sooner] = [inHours(2), inHours(1)];
    await aSheet(editor, { createTime: soon });
    expect((await nextPublication(visitor, {})).at).toEqual(new Date(soon));
    await aPost(editor, { createTime: sooner });
    expect((await nextPublication(visitor, {})).at).toEqual(new Date(sooner));
    expect((await listPublicSheets(visitor, {})).total).toBe(0);
  });
});

describe("Delete sheet", () => {
  it("moves it to the recycle bin first, then deletes it for good with all that is its own", async () => {
    const { id: sheetId } = await aSheet(editor, { slug: "old", metas: [{ key: "k" }] });
    await updateSheet(editor, { sheetId, title: "y", slug: "new", originalContent: "other" });
    expect(await deleteSheet(editor, { sheetId })).toBeUndefined();
    expect(await row(sheetId)).toMatchObject({ status: "RECYCLE" });
    await expect(getPublicSheet(visitor, { sheetId })).rejects.toMatchObject({ status: 404 });
    expect(await refusal(updateSheet(editor, { sheetId, title: "z" }))).toMatchObject({ status: 409 });
    await deleteSheet(editor, { sheetId });
    for (const table of [sheets, sheetMetas, sheetRevisions, sheetRedirects])
      expect(await stored().select().from(table)).toEqual([]);
    const other = await aSheet(editor);
    await deleteSheet(editor, { sheetId: other.id, permanent: true });
    expect(await row(other.id)).toBeUndefined();
  });
});
