import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { posts } from "../../db/schema";
import { listPosts } from "../features/writing/posts/queries";
import { anAdmin, system } from "../testing/actors";
import { freshDatabase, stored } from "../testing/setup";
import { importMarkdown } from "./testing-import";

const data = resolve("../shared/data");
const field = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.+)$`, "m")
    .exec(text)?.[1]
    ?.trim()
    .replace(/^(['"])(.*)\1$/, "$2");

/** The title and date of a file, found in a cruder way than the importer's. */
function crudely(folder: string, file: string) {
  const text = readFileSync(join(data, folder, file), "utf8").replace(/\r\n/g, "\n");
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "";
  const date = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(field(front, "date") ?? "");
  const named = /^\d{4}-\d\d-\d\d/.exec(file)?.[0];
  return {
    slug: file
      .replace(/^\d{4}-\d\d-\d\d-/, "")
      .replace(/\.\w+$/, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-"),
    title: field(front, "title"),
    time: date ? Date.parse(`${date[1]}T${date[2]}${date[3]}:${date[4]}`) : named ? Date.parse(named) : undefined,
    categories: (field(front, "categor(?:y|ies)") ?? "").match(/[a-z]+/g) ?? [],
    ending: text.trimEnd().slice(-40),
  };
}

async function importAll(folder: string) {
  const report = await importMarkdown({ folder: join(data, folder), dryRun: false, slugFrom: "file" });
  const rows = await stored().select().from(posts).orderBy(posts.id);
  const items = new Map<string, string[]>();
  for (let page = 1; page <= 2; page += 1)
    for (const post of (await listPosts(system, { page, size: 100 })).items)
      items.set(
        post.slug,
        post.categories.map((category) => category.name),
      );
  return { report, found: rows.map((row) => ({ ...row, categories: items.get(row.slug) })) };
}

describe.skipIf(!existsSync(data))("real input", () => {
  beforeEach(async () => {
    await freshDatabase();
    await anAdmin();
  });

  it.each([
    ["posts-en", 96],
    ["pages-zh", 34],
  ])("%s becomes %i posts, each with its address, date, title, categories and text", async (folder, total) => {
    const files = readdirSync(join(data, folder)).sort();
    expect(files).toHaveLength(total);
    const { report, found } = await importAll(folder);
    expect(report.kinds.post).toMatchObject({ imported: total, updated: 0, unchanged: 0, skipped: 0, failed: 0 });
    const expected = files.map((file) => crudely(folder, file));
    expect(found.map((post) => post.slug)).toEqual(expected.map((post) => post.slug));
    const stillSaid = expected.map((said, i) => ({
      title: said.title ?? found[i]?.title,
      time: said.time ?? found[i]?.createTime.getTime(),
      categories: said.categories,
    }));
    expect(
      found.map((post) => ({ title: post.title, time: post.createTime.getTime(), categories: post.categories })),
    ).toEqual(stillSaid);
    expect(
      found.filter(
        (post, i) => post.content === "" || !post.originalContent.trimEnd().endsWith(expected[i]?.ending ?? ""),
      ),
    ).toEqual([]);

    const again = await importAll(folder);
    expect(again.report.kinds.post).toMatchObject({ imported: 0, updated: 0, unchanged: total, failed: 0 });
    expect(again.report.summary).toMatchObject({ imported: 0, updated: 0, failed: 0, warnings: 0 });
    expect(again.found).toEqual(found);
  });
});
