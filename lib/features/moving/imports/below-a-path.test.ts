import { asc } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { posts } from "../../../../db/schema";
import { anAdmin, system } from "../../../testing/actors";
import { aSourceFile } from "../../../testing/foreign-source";
import { freshDatabase, stored } from "../../../testing/setup";
import { listMenus } from "../../menus/queries";
import { author, wxr } from "../readers/wordpress/testing-wxr";
import { makeImportHere } from "./claiming";
import { measure } from "./opening";
import { runImport } from "./running";

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

it("leads links and menus of a site that stood below a path to what was made of its records", async () => {
  const link = (id: number) => `https://old.example/blog/2020/05/post-${id}/`;
  const entry = {
    type: "nav_menu_item",
    title: "Two",
    terms: [["nav_menu", "main", "Main"]] as [string, string, string][],
  };
  const file = wxr(
    [
      {
        id: 1,
        link: link(1),
        content: `<a href="${link(2)}#x">a</a> <a href="/blog/2020/05/post-2">b</a> <a href="/blog/?p=2">c</a>`,
      },
      { id: 2, link: link(2) },
      { ...entry, id: 3, metas: menuTo(link(2)) },
    ],
    author,
  ).replace("<wp:base_blog_url>https://old.example<", "<wp:base_blog_url>https://old.example/blog<");
  const path = aSourceFile(file, "old.xml");
  const { id } = await makeImportHere(system, {
    kind: "wordpress",
    sha256: (await measure(path)).sha256,
    choices: { path },
  });
  expect(await runImport(system, id)).toMatchObject({ state: "DONE", source: { site: "https://old.example/blog" } });
  const [first] = await stored().select().from(posts).orderBy(asc(posts.id));
  const here = "/archives/post-2";
  expect(first?.originalContent).toBe(
    `<p><a href="${here}#x">a</a> <a href="${here}">b</a> <a href="${here}">c</a></p>`,
  );
  expect((await listMenus(system, {})).map(({ url }) => url)).toEqual([here]);
});

const menuTo = (url: string) => ({ _menu_item_type: "custom", _menu_item_url: url });
