import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { attachments, importMemory, posts } from "../../db/schema";
import { anAdmin } from "../testing/actors";
import { aJpeg, aPng } from "../testing/pictures";
import { freshDatabase, stored } from "../testing/setup";
import { importMarkdown } from "./testing-import";
import { aFolder, write } from "./testing-folder";

const run = (folder: string, dryRun = false) => importMarkdown({ folder, dryRun, slugFrom: "file" });
const NO_DATE: unknown = expect.stringMatching(/^it has no date; the time of the file, [-0-9]+, is used$/);
const rows = async () => ({
  posts: await stored().select().from(posts).orderBy(posts.id),
  attachments: await stored().select().from(attachments).orderBy(attachments.id),
});
const everything = async () => [await rows(), await stored().select().from(importMemory)];

beforeEach(async () => {
  await freshDatabase();
  await anAdmin();
});

const blog = async () => {
  const picture = await aJpeg({ width: 600, height: 400 });
  return aFolder({
    "one.md":
      '---\ntitle: One\ncover: img/sea.jpg\n---\n![Sea](img/sea.jpg) ![again](./img/sea.jpg "img/sea.jpg") ![copy](/img/copy%20of%20sea.jpg)\n\n[the map](map.pdf) [two](two.md) ![gone](img/none.png)\n',
    "two.md": "---\ntitle: Two\n---\n<img src='img/sea.jpg' width=\"300\"> ![not one](img/fake.png)\n",
    "img/sea.jpg": picture,
    "img/copy of sea.jpg": picture,
    "img/fake.png": "This is no picture.",
    "map.pdf": "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n",
  });
};

it("makes the files beside a text attachments, each content once, and writes their addresses into the text", async () => {
  const folder = await blog();
  const report = await run(folder);
  const { posts: made, attachments: files } = await rows();
  expect(files.map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ["sea.jpg", "image/jpeg"],
    ["map.pdf", "application/pdf"],
  ]);
  const [sea, map] = files.map(({ folder: place, fileName }) => `/uploads/${place}/${fileName}`);
  expect(made[0]?.originalContent).toBe(
    `![Sea](${sea}) ![again](${sea} "img/sea.jpg") ![copy](${sea})\n\n[the map](${map}) [two](/archives/two) ![gone](img/none.png)\n`,
  );
  expect(made[0]?.thumbnail).toBe(sea);
  expect(made[0]?.content).toMatch(
    new RegExp(`<img src="${sea}\\?v=\\w+" alt="Sea" .*srcset="[^"]*480\\.webp.* width="600" height="400">`),
  );
  expect(made[1]?.originalContent).toBe(`<img src="${sea}" width="300"> ![not one](img/fake.png)\n`);
  expect(report.records.map(({ source, outcome, warnings }) => [source, outcome, warnings])).toEqual([
    ["one.md", "imported", [NO_DATE, "missing image img/none.png"]],
    ["two.md", "imported", [NO_DATE, "image img/fake.png: this is not a picture"]],
  ]);
  expect(files.every(({ uploaderId }) => uploaderId === made[0]?.authorId)).toBe(true);
});

it("changes nothing when it is repeated, nor when only its memory was lost", async () => {
  const folder = await blog();
  await run(folder);
  const before = await everything();
  expect((await run(folder)).summary).toMatchObject({ imported: 0, updated: 0, unchanged: 2, warnings: 0 });
  expect(await everything()).toEqual(before);
  // The folder has another name, so none of its files are remembered.
  const moved = join(folder, "..", "elsewhere");
  mkdirSync(moved);
  const picture = await aJpeg({ width: 600, height: 400 });
  write(moved, {
    "one.md":
      '---\ntitle: One\ncover: img/sea.jpg\n---\n![Sea](img/sea.jpg) ![again](./img/sea.jpg "img/sea.jpg") ![copy](/img/copy%20of%20sea.jpg)\n\n[the map](map.pdf) [two](two.md) ![gone](img/none.png)\n',
    "img/sea.jpg": picture,
    "img/copy of sea.jpg": picture,
    "map.pdf": "%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n",
  });
  expect((await run(moved)).summary).toMatchObject({ imported: 0, updated: 0, unchanged: 1 });
  expect(await rows()).toEqual(before[0]);
});

it("takes another picture of the same name for another", async () => {
  const folder = aFolder({ "one.md": "![](a.png)\n", "a.png": await aPng(20, 20) });
  await run(folder);
  write(folder, { "one.md": "![](a.png)\n\nMore.\n", "a.png": await aPng(30, 30) });
  expect((await run(folder)).summary).toMatchObject({ updated: 1 });
  const { posts: made, attachments: files } = await rows();
  expect(files.map(({ width }) => width)).toEqual([20, 30]);
  expect(made[0]?.originalContent).toContain(files[1]?.folder);
});

it("makes nothing in a dry run", async () => {
  const folder = await blog();
  expect((await run(folder, true)).records.map(({ warnings }) => warnings)).toEqual([
    [NO_DATE, "missing image img/none.png"],
    [NO_DATE],
  ]);
  expect(await rows()).toEqual({ posts: [], attachments: [] });
});

it("follows no link out of the folder", async () => {
  const folder = aFolder({ "one.md": "![](linked/secret.png) ![](file.png) ![](../secret.png)\n" });
  const secret = join(folder, "..");
  writeFileSync(join(secret, "secret.png"), await aPng(9, 9));
  symlinkSync(secret, join(folder, "linked"));
  symlinkSync(join(secret, "secret.png"), join(folder, "file.png"));
  const { records } = await run(folder);
  expect(records.find(({ source }) => source === "one.md")?.warnings).toEqual([
    NO_DATE,
    "image linked/secret.png: symbolic links are not followed",
    "missing image file.png",
    "image ../secret.png is outside the folder",
  ]);
  expect((await rows()).attachments).toEqual([]);
});
