import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aJpeg } from "../lib/testing/pictures";
import { enter } from "./rig/desk";
import { newFolder } from "./rig/folders";
import { leniency } from "./rig/leniency";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

const FILES = 100;
const SIZE = 2_000_000;
/** Megabytes that the server may have held at any time. */
const MOST_MB = 300;

/** The most that the server's process has held, in megabytes. */
const peak = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "latin1"))?.[1]) / 1024;

test("a hundred files of 2 MB chosen at once all arrive, and the server stays small", async ({ open }) => {
  test.skip(process.platform !== "linux", "what a process holds is read from /proc");
  test.setTimeout(180_000 * leniency);
  const folder = newFolder("files");
  const picture = await aJpeg({ width: 1600, height: 1100 });
  const paths = Array.from({ length: FILES }, (_, n) => {
    const path = join(folder, `shot-${n}.jpg`);
    // What stands behind the end of a picture is no part of it; each file is another one.
    writeFileSync(path, Buffer.concat([picture, Buffer.alloc(SIZE - picture.length, n)]));
    return path;
  });
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/media");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).first().click();
  await (await chooser).setFiles(paths);
  await expect(page.getByText("100 files uploaded")).toBeVisible({ timeout: 150_000 * leniency });
  expect(await owner(server).get<unknown[]>("/admin/attachments?size=100")).toHaveLength(FILES);
  const held = peak();
  test.info().annotations.push({ type: "measured", description: `the server held ${held.toFixed(0)} MB at most` });
  expect(held).toBeGreaterThan(50);
  expect(held).toBeLessThan(MOST_MB);
});
