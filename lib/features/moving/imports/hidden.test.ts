import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { posts } from "../../../../db/schema";
import { type Actor, visitor } from "../../../core/access";
import { anAdmin } from "../../../testing/actors";
import { aForeignCategory, aForeignTag, aSource, aSourceFile, aText } from "../../../testing/foreign-source";
import { refusal } from "../../../testing/factories";
import { freshDatabase, stored } from "../../../testing/setup";
import { deleteCategory, updateCategory } from "../../taxonomy/categories/mutations";
import { listCategories } from "../../taxonomy/categories/queries";
import { deleteTag } from "../../taxonomy/tags/mutations";
import { listTags } from "../../taxonomy/tags/queries";
import { getPublicPost } from "../../writing/posts/queries";
import { searchPosts } from "../../writing/posts/search";
import type { ForeignRecord } from "../records";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { listImportRecords } from "./queries";
import { runImport } from "./running";

let admin: Actor & { id: number };
beforeEach(async () => {
  await freshDatabase();
  admin = await anAdmin();
});

async function take(records: readonly ForeignRecord[]): Promise<number> {
  const path = aSourceFile(JSON.stringify(records));
  const { sha256 } = await measure(path);
  const { id } = await makeImportHere(admin, { kind: "broadsheet", sha256, choices: { path } });
  await runImport(admin, id, { open: async () => aSource(records) });
  return id;
}

const postOf = async (slug: string) => (await stored().select().from(posts).where(eq(posts.slug, slug)))[0];
const categoryId = async (name: string) =>
  (await listCategories(admin, {})).find((each) => each.name === name)?.id ?? 0;
const told = async (importId: number, source: string) =>
  (await listImportRecords(admin, { importId, page: 1, size: 100 })).items.find((each) => each.source === source);

const locked = aForeignCategory("Locked", { password: "secret" });
const below = aForeignCategory("Below", { parent: "Locked" });

it("keeps a text private whose locked category was deleted here, in no search and for no visitor", async () => {
  await take([locked, below]);
  await deleteCategory(admin, { categoryId: await categoryId("Below") });
  await deleteCategory(admin, { categoryId: await categoryId("Locked") });
  const id = await take([
    locked,
    below,
    aText("1", { slug: "one", categories: ["Locked"], originalContent: "Unheard" }),
    aText("2", { slug: "two", categories: ["Below"] }),
    aText("3", { slug: "three" }),
    aText("4", { slug: "four", categories: ["Locked"], password: "own" }),
  ]);
  for (const slug of ["one", "two"]) expect(await postOf(slug)).toMatchObject({ status: "INTIMATE" });
  for (const slug of ["three", "four"]) expect(await postOf(slug)).toMatchObject({ status: "PUBLISHED" });
  const one = await postOf("one");
  expect(await refusal(getPublicPost(visitor, { postId: one?.id ?? 0 }))).toMatchObject({ code: "not_found" });
  expect((await searchPosts(visitor, { keyword: "Unheard" })).total).toBe(0);
  expect(await told(id, "1")).toMatchObject({
    outcome: "imported",
    warnings: expect.arrayContaining([
      "not all passwords of categories that protected it do so here; it is private",
    ]) as unknown,
  });
});

it("keeps a text protected as it was that is moved into a locked category at the source, which is open here", async () => {
  await take([locked, aText("1", { slug: "one" })]);
  await updateCategory(admin, { categoryId: await categoryId("Locked"), name: "Locked", password: "" });
  await take([locked, aText("1", { slug: "one", categories: ["Locked"] })]);
  expect(await postOf("one")).toMatchObject({ status: "INTIMATE" });
});

it("takes a text into a locked category that is here", async () => {
  await take([locked, below, aText("1", { slug: "one", categories: ["Below"] })]);
  const one = await postOf("one");
  expect(one).toMatchObject({ status: "PUBLISHED" });
  expect(await getPublicPost(visitor, { postId: one?.id ?? 0 })).toMatchObject({ locked: true });
});

it("takes in a text whose tag was deleted here, without it", async () => {
  await take([aForeignTag("gone")]);
  const [tag] = (await listTags(admin, {})).items;
  await deleteTag(admin, { tagId: tag?.id ?? 0 });
  const id = await take([aForeignTag("gone"), aText("1", { slug: "one", tags: ["gone"] })]);
  expect(await postOf("one")).toMatchObject({ status: "PUBLISHED" });
  expect(await told(id, "1")).toMatchObject({ outcome: "imported", warnings: ['its tag "gone" was not taken in'] });
});
