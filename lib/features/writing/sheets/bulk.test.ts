import { beforeEach, describe, expect, it } from "vitest";
import { anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aPost, aSheet, inHours } from "../../../testing/factories";
import { freshDatabase } from "../../../testing/setup";
import { storeOptions } from "../../../testing/options";
import { getPublicPost } from "../posts/queries";
import { deleteSheets, setSheetsStatus, setSheetStatuses } from "./bulk";
import { countSheets, getSheet, getSheetAtAddress, listSheets } from "./queries";

beforeEach(freshDatabase);

describe("several sheets", () => {
  it("get a status at once, and are put back by what was answered", async () => {
    const editor = await anEditor();
    const [draft, live] = [await aSheet(editor, { status: "DRAFT" }), await aSheet(editor)];
    const { before } = await setSheetsStatus(editor, { items: [draft.id, live.id], status: "RECYCLE" });
    expect(before).toEqual([
      { sheetId: draft.id, status: "DRAFT", from: { status: "RECYCLE" } },
      { sheetId: live.id, status: "PUBLISHED", from: { status: "RECYCLE" } },
    ]);
    expect((await listSheets(editor, { state: "bin" })).total).toBe(2);
    await setSheetStatuses(editor, { items: before });
    expect((await getSheet(editor, { sheetId: live.id })).status).toBe("PUBLISHED");
    expect((await getSheet(editor, { sheetId: draft.id })).status).toBe("DRAFT");
  });

  it("are published at once, where readers found nothing before", async () => {
    const drafts = [await aSheet(undefined, { status: "DRAFT" }), await aSheet(undefined, { status: "DRAFT" })];
    await setSheetsStatus(await anEditor(), { items: drafts.map(({ id }) => id), status: "PUBLISHED" });
    for (const { slug, id } of drafts) expect((await getSheetAtAddress(visitor, { slug })).sheet?.id).toBe(id);
  });

  it("give their addresses to posts of the same name when they are deleted for good", async () => {
    await storeOptions({ post_permalink: "/{slug}" });
    const [sheet, post] = [await aSheet(undefined, { slug: "about" }), await aPost(undefined, { slug: "about" })];
    const addressOf = async () => (await getPublicPost(visitor, { postId: post.id })).url;
    await setSheetsStatus(system, { items: [sheet.id], status: "RECYCLE" });
    expect(await addressOf()).toBe("/archives/about");
    await deleteSheets(system, { items: [sheet.id] });
    expect(await addressOf()).toBe("/about");
  });

  it("are deleted for good from the bin only, all or none", async () => {
    const editor = await anEditor();
    const [binned, live] = [await aSheet(editor), await aSheet(editor)];
    await setSheetsStatus(editor, { items: [binned.id], status: "RECYCLE" });
    await expect(deleteSheets(editor, { items: [binned.id, live.id] })).rejects.toMatchObject({ code: "conflict" });
    await deleteSheets(editor, { items: [binned.id] });
    await expect(getSheet(editor, { sheetId: binned.id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("are changed by who may write sheets, and a post of the same number stays", async () => {
    const editor = await anEditor();
    const [sheet, post] = [await aSheet(editor), await aPost(editor)];
    expect(sheet.id).toBe(post.id);
    for (const actor of [visitor, await anAuthor()])
      for (const work of [
        setSheetsStatus(actor, { items: [sheet.id], status: "RECYCLE" }),
        deleteSheets(actor, { items: [sheet.id] }),
        countSheets(actor, {}),
      ])
        await expect(work).rejects.toMatchObject({ code: expect.stringMatching(/^(unauthenticated|forbidden)$/) });
    await setSheetsStatus(editor, { items: [sheet.id], status: "RECYCLE" });
    expect((await listSheets(editor, {})).items.map(({ status }) => status)).toEqual(["RECYCLE"]);
  });
});

it("each state of sheets holds as many as are counted in it", async () => {
  const editor = await anEditor();
  for (const status of ["PUBLISHED", "DRAFT", "INTIMATE", "RECYCLE"] as const) await aSheet(editor, { status });
  await aSheet(editor, { createTime: inHours(5) });
  const counts = await countSheets(editor, {});
  expect(counts).toEqual({ all: 4, published: 1, drafts: 1, scheduled: 1, private: 1, bin: 1 });
  for (const state of ["all", "published", "drafts", "scheduled", "private", "bin"] as const)
    expect((await listSheets(editor, { state })).total).toBe(counts[state]);
});
