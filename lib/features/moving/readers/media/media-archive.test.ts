import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { madeZip } from "../../../../testing/made-zip";
import { openMedia } from "./media-archive";

let place = "";
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "media-")));
});
afterEach(() => rmSync(place, { recursive: true }));

function zipOf(name: string, files: Record<string, string>): string {
  const path = join(place, name);
  writeFileSync(path, madeZip(Object.entries(files).map(([file, data]) => ({ name: file, data }))));
  return path;
}

it("finds files in a .zip, without unpacking it", async () => {
  const zip = zipOf("uploads.zip", {
    "wp-content/uploads/2021/05/lake.png": "lake",
    "wp-content/uploads/2021/05/湖.png": "湖",
    "index.php": "",
  });
  const finder = await openMedia(zip);
  const found = async (address: string) => {
    const file = await finder.find(address);
    return file && [file.name, file.size, await text(await file.open())];
  };
  expect(await found("https://old.example/wp-content/uploads/2021/05/lake-300x200.png")).toEqual([
    "lake.png",
    4,
    "lake",
  ]);
  expect(await found("/wp-content/uploads/2021/05/%E6%B9%96.png")).toEqual(["湖.png", 3, "湖"]);
  expect(await found("/wp-content/uploads/2020/05/lake.png")).toBeNull();
  await finder.close();
});

it("takes a folder as well, and refuses an archive with a dangerous name", async () => {
  await expect((await openMedia(place)).find("/uploads/a.png")).resolves.toBeNull();
  const zip = zipOf("bad.zip", { "uploads/a.png": "a", "uploads/A.png": "b" });
  await expect(openMedia(zip)).rejects.toThrow(/differs in case only/);
});
