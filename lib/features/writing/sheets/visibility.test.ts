import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../core/errors";
import { sheets } from "../../../../db/schema";
import type { Actor } from "../../../core/access";
import { anActor, anAuthor, anEditor, system, visitor } from "../../../testing/actors";
import { aSheet, inHours } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { postStatuses } from "../schema";
import {
  getPublicSheet,
  getPublicSheetBySlug,
  getSheetAtAddress,
  likeSheet,
  listPublicSheets,
  listSheets,
} from "./queries";
import { visibleTo } from "../../visibility/sheets";

// One sheet for each combination; the answers are worked out anew below, by docs/specification.md ("Posts and sheets: states and texts").
type Case = { id: number; slug: string; status: (typeof postStatuses)[number]; locked: boolean; due: boolean };
const cases: Case[] = [];
const actors: Record<string, Actor> = {};

beforeAll(async () => {
  await freshDatabase();
  Object.assign(actors, {
    visitor,
    subscriber: await anActor("SUBSCRIBER"),
    author: await anAuthor(),
    editor: await anEditor(),
    admin: await anActor("ADMIN"),
    system,
  });
  for (const status of postStatuses)
    for (const locked of [false, true])
      for (const due of [true, false]) {
        const { id, slug } = await aSheet(system, {
          status,
          createTime: inHours(due ? -1 : 1),
          password: locked ? "secret" : null,
          originalContent: "the text",
          summary: "the summary",
          thumbnail: "/thumbnail.png",
          template: "the template",
          metas: [{ key: "meta", value: "the meta" }],
          metaDescription: "the description",
          metaKeywords: "the keywords",
        });
        cases.push({ id, slug, status, locked, due });
      }
});

const isEditor = (name: string) => ["editor", "admin", "system"].includes(name);
const expected = {
  list: (_name: string, c: Case) => c.status === "PUBLISHED" && c.due,
  address: (name: string, c: Case) =>
    (c.status === "PUBLISHED" && c.due) || (c.status === "INTIMATE" && ((c.locked && c.due) || isEditor(name))),
  dashboard: (name: string) => isEditor(name),
};

const names = ["visitor", "subscriber", "author", "editor", "admin", "system"];
const actor = (name: string): Actor => actors[name] ?? visitor;
const ids = (found: { id: number }[]) => found.map(({ id }) => id).sort((a, b) => a - b);
const there = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return false;
      throw error;
    },
  );

describe.each(names)("what the %s finds of sheets", (name) => {
  it.each(["list", "address", "dashboard"] as const)("by the predicate, reach %s", async (reach) => {
    const rows = await stored()
      .select({ id: sheets.id })
      .from(sheets)
      .where(visibleTo(actor(name), new Date(), reach));
    expect(ids(rows)).toEqual(cases.filter((c) => expected[reach](name, c)).map((c) => c.id));
  });

  it("in public lists is what everybody finds", async () => {
    const wanted = cases.filter((c) => expected.list(name, c)).map((c) => c.id);
    for (const filter of [
      {},
      { keyword: "sheet" },
      { keyword: "SHEET", sort: ["createTime,asc" as const] },
      { sort: ["title,desc" as const] },
    ]) {
      const { items, total } = await listPublicSheets(actor(name), { size: 100, ...filter });
      expect([ids(items), total]).toEqual([wanted, wanted.length]);
    }
    for (const keyword of ["the text", "%", "_", "secret"])
      expect((await listPublicSheets(actor(name), { keyword })).total).toBe(0);
  });

  it("at an address, by number and by slug; what is not there cannot be liked", async () => {
    for (const c of cases) {
      const wanted = expected.address(name, c);
      const found = [
        there(getPublicSheet(actor(name), { sheetId: c.id })),
        there(getPublicSheetBySlug(actor(name), { slug: c.slug })),
        there(getSheetAtAddress(actor(name), { slug: c.slug })),
        there(likeSheet(actor(name), { sheetId: c.id })),
      ];
      expect([c, await Promise.all(found)]).toEqual([
        c,
        [wanted, wanted, wanted, wanted && (!c.locked || isEditor(name))],
      ]);
    }
  });

  it("there or in a list, of a locked one is nothing but title, dates and address", async () => {
    const { items } = await listPublicSheets(actor(name), { size: 100, fields: "content" });
    const read = await Promise.all(
      cases.filter((c) => expected.address(name, c)).map((c) => getPublicSheet(actor(name), { sheetId: c.id })),
    );
    for (const sheet of [...items, ...read]) {
      const isLocked = cases.some((c) => c.id === sheet.id && c.locked) && !isEditor(name);
      expect(sheet.locked).toBe(isLocked);
      expect(/the (text|summary|template|meta|description|keywords)|thumbnail\.png/.test(JSON.stringify(sheet))).toBe(
        !isLocked,
      );
      expect(JSON.stringify(sheet)).not.toContain("secret");
    }
  });
});

describe("the dashboard's list of sheets", () => {
  it("holds every state, by status and by what they say", async () => {
    expect(ids((await listSheets(actor("editor"), { size: 100 })).items)).toEqual(cases.map((c) => c.id));
    expect(ids((await listSheets(actor("editor"), { size: 100, status: "RECYCLE" })).items)).toEqual(
      cases.filter((c) => c.status === "RECYCLE").map((c) => c.id),
    );
    const { items, total } = await listSheets(actor("editor"), {
      size: 1,
      page: 2,
      keyword: "THE TEXT",
      sort: ["id,asc"],
    });
    expect([ids(items), total]).toEqual([[cases[1]?.id], cases.length]);
    expect(items[0]).not.toHaveProperty("content");
    expect((await listSheets(actor("editor"), { size: 1, fields: "content" })).items[0]).toMatchObject({
      originalContent: "the text",
    });
    await expect(listSheets(actor("author"), {})).rejects.toMatchObject({ status: 403 });
  });
});
