import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { madeZip } from "../lib/testing/made-zip";
import { hasSamples, samplesFolder } from "../lib/testing/private-samples";
import { account } from "./rig/api";
import { askToRestore, awake } from "./rig/desk";
import { follow } from "./rig/documents";
import { newFolder } from "./rig/folders";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

// Somebody moves from WordPress with the browser alone, looks, changes their mind, moves on, and loses the machine.
test.describe.configure({ mode: "serial" });
test.beforeEach(() => test.skip(!hasSamples, "The real input is not here (../shared/data)."));

const [first, second] = [new Server(), new Server()];
test.beforeAll(async () => {
  if (hasSamples) await Promise.all([first.start(), second.start()]);
});
test.afterAll(() => Promise.all([first.end(), second.end()]));

const sample = join(samplesFolder, "wordpress/small-made.xml");
const uploads = join(samplesFolder, "wordpress/uploads");
const download = async (page: Page, act: () => Promise<unknown>): Promise<string> => {
  const begun = page.waitForEvent("download");
  await act();
  const file = join(newFolder("moved"), "file.zip");
  await (await begun).saveAs(file);
  return file;
};
let exported: string;
let backup: string;

/** Sets a site up, up to the button pressed last. */
async function setUp(
  page: Page,
  server: Server,
  last: "Set up the site" | "Set it up and move in from another site",
): Promise<void> {
  const go = (name: string) => follow(page, () => page.getByRole("button", { name, exact: true }).click());
  await page.goto(server.url("/setup"));
  await page.getByLabel("Your name").fill(account.nickname);
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password").fill(account.password);
  await go("Continue");
  await page.getByLabel("Name of the site").fill("Moved");
  await go("Continue");
  await go(last);
  await awake(page);
}

/** Takes a file in, after a look at what would come. */
async function moveIn(
  page: Page,
  server: Server,
  file: string,
  media?: { name: string; buffer: Buffer },
): Promise<void> {
  await page.goto(server.url("/admin/tools/move-in"));
  await awake(page);
  const choose = page.locator('input[type="file"]');
  await choose.first().setInputFiles(file);
  if (media) await choose.last().setInputFiles({ ...media, mimeType: "application/zip" });
  await page.getByRole("button", { name: "Look through" }).click();
  await expect(page.getByText("Nothing was written yet.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Move in now" }).click();
  await expect(page.getByText(/were taken in|0 records were taken in/)).toBeVisible();
}

const uploadsZip = () => ({
  name: "uploads.zip",
  buffer: madeZip(
    readdirSync(uploads, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(uploads, name)).isFile())
      .map((name) => ({ name: `wp-content/uploads/${name}`, data: readFileSync(join(uploads, name)) })),
  ),
});

test("an old site moves in, is taken back, and moves in again; what was edited here stays", async ({ open }) => {
  const page = await open();
  const reader = await open();
  await setUp(page, first, "Set it up and move in from another site");
  await expect(page).toHaveURL(first.url("/admin/tools/move-in"));
  await moveIn(page, first, sample, uploadsZip());

  await test.step("readers find it, at the old addresses too", async () => {
    await reader.goto(first.url("/2020/05/first-light/"));
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("First light");
    await expect(reader.getByRole("img", { name: "The harbour at dawn" })).toBeVisible();
  });
  await test.step("it is taken back, and nothing of it is left", async () => {
    await page.getByRole("button", { name: "Take back…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByText("Everything is as it was before.", { exact: false })).toBeVisible();
    await reader.goto(first.url("/"));
    await expect(reader.getByText("Nothing has been published yet.")).toBeVisible();
  });
  await moveIn(page, first, sample, uploadsZip());
  await test.step("a post is edited, and stays so when the same file comes again", async () => {
    await page.goto(first.url("/admin/posts"));
    await awake(page);
    await page.getByRole("link", { name: "First light" }).click();
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await expect(title).toHaveValue("First light");
    await title.fill("First light, again");
    await page.getByRole("button", { name: "Update" }).click();
    await expect(
      page
        .getByRole("link", { name: /View/ })
        .or(page.getByText(/Updated/))
        .first(),
    ).toBeVisible();
    await moveIn(page, first, sample, uploadsZip());
    await expect(page.getByText("30 unchanged", { exact: false })).toBeVisible();
    await reader.goto(first.url("/2020/05/first-light/"));
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("First light, again");
  });
  await test.step("everything leaves in a file, and a backup is made", async () => {
    await page.goto(first.url("/admin/tools/move-out"));
    await awake(page);
    await page.getByRole("button", { name: "Move out", exact: true }).click();
    const row = page.locator("[data-row]").first();
    await row.getByRole("button", { name: /^Actions for/ }).click();
    exported = await download(page, () => page.getByRole("menuitem", { name: "Download" }).click());
    await page.goto(first.url("/admin/tools/backups"));
    await awake(page);
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(page.getByRole("region", { name: "Last backup" })).toContainText(/Last good backup: .*verified/);
    await row.getByRole("button", { name: /^Actions for/ }).click();
    backup = await download(page, () => page.getByRole("menuitem", { name: "Download" }).click());
  });
});

test("a second site takes the export in, and reads the same", async ({ open }) => {
  const page = await open();
  await setUp(page, second, "Set up the site");
  await moveIn(page, second, exported);
  const reader = await open();
  for (const path of ["/archives/first-light", "/about", "/archives/with-a-password"]) {
    const texts: string[] = [];
    for (const server of [first, second]) {
      await reader.goto(server.url(path));
      texts.push(await reader.locator("main").innerText());
    }
    expect(texts[1]).toBe(texts[0]);
  }
});

test("the machine is lost, and a new one is the old site again", async ({ openUnwatched }) => {
  await first.stop();
  rmSync(first.dataDir, { recursive: true });
  await first.start();
  const page = await openUnwatched();
  await setUp(page, first, "Set up the site");
  await page.goto(first.url("/admin/tools/backups"));
  await awake(page);
  await page.locator('input[type="file"]').setInputFiles(backup);
  await expect(page.getByText("was verified and taken in.", { exact: false })).toBeVisible();
  const { password, restore } = await askToRestore(page);
  await password.fill(account.password);
  await restore.click();
  await expect
    .poll(async () => (await fetch(first.url("/2020/05/first-light/"))).text(), { timeout: 60_000 })
    .toContain("First light, again");
});
