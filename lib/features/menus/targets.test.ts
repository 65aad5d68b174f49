import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../../core/access";
import { anAuthor, anEditor, visitor } from "../../testing/actors";
import { aPost } from "../../testing/factories";
import { freshDatabase } from "../../testing/setup";
import { createCategory } from "../taxonomy/categories/mutations";
import { createTag } from "../taxonomy/tags/mutations";
import { createSheet } from "../writing/sheets/mutations";
import { findTargets } from "./targets";

let editor: Actor;

beforeEach(async () => {
  await freshDatabase();
  editor = await anEditor();
});

it("finds what visitors may open by its name, each with its address", async () => {
  await aPost(editor, { title: "Looms and cogs", slug: "looms-and-cogs", status: "PUBLISHED" });
  await aPost(editor, { title: "Looms, unfinished", status: "DRAFT" });
  await createSheet(editor, { title: "About looms", status: "PUBLISHED" });
  await createCategory(editor, { name: "Looms" });
  await createTag(editor, { name: "Looms of wood" });
  await createTag(editor, { name: "Engines" });
  expect(await findTargets(editor, { keyword: " LOOMS " })).toEqual([
    { kind: "CATEGORY", name: "Looms", url: "/categories/looms" },
    { kind: "POST", name: "Looms and cogs", url: "/archives/looms-and-cogs" },
    { kind: "TAG", name: "Looms of wood", url: "/tags/looms-of-wood" },
    { kind: "SHEET", name: "About looms", url: "/about-looms" },
  ]);
  expect((await findTargets(editor, { keyword: "" })).map(({ name }) => name)).toEqual([
    "About looms",
    "Looms and cogs",
    "Looms",
    "Engines",
    "Looms of wood",
  ]);
  expect(await findTargets(editor, { keyword: "nothing of that" })).toEqual([]);
  expect((await findTargets(await anAuthor(), { keyword: "" })).length).toBe(5);
  await expect(findTargets(visitor, { keyword: "" })).rejects.toMatchObject({ status: 401 });
});
