import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { account } from "./rig/api";
import { enter, expectSound, openRestore } from "./rig/desk";
import { newFolder } from "./rig/folders";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const path = "/admin/tools/backups";
let post: { id: number; url: string };
let file: string;

test("a backup is made, verified, downloaded, and made by itself from now on", async ({ open }) => {
  post = await owner(server).post({ title: "Before the storm", originalContent: "Still water." });
  const page = await open();
  await enter(page, server, path);
  await expect(page.getByText("There is no backup yet.", { exact: false }).first()).toBeVisible();
  await expectSound(page, "no backups");

  await test.step("the job is seen again after the page was left", async () => {
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(page.getByText("A backup is being made. You can leave this page meanwhile.")).toBeVisible();
    await page.reload();
    await expect(page.locator("[data-row]")).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Last backup" })).toContainText(/Last good backup: .*verified/);
    await expectSound(page, "a backup");
  });

  const row = page.locator("[data-row]");
  await test.step("it is verified again", async () => {
    await expect(row).toContainText("Whole");
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await expect(page.getByRole("menuitem", { name: "What is wrong" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Verify" }).click();
    await expect(page.getByText("The backup is being verified.", { exact: false })).toBeVisible();
  });

  await test.step("it is downloaded whole", async () => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    const begun = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download" }).click();
    const download = await begun;
    file = join(newFolder("backup"), "from elsewhere.zip");
    await download.saveAs(file);
    expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");
    expect(download.suggestedFilename()).toMatch(/^broadsheet-.*\.zip$/);
  });

  await test.step("the schedule is chosen in UTC, and shown in the person's zone", async () => {
    await page.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "By itself" });
    await dialog.getByLabel("How often").selectOption("daily");
    await dialog.getByLabel("When").selectOption("4");
    await dialog.getByLabel("How many are kept").fill("400");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("How many are kept")).toHaveAccessibleDescription(/At most 365|365/);
    await expectSound(page, "the schedule");
    await dialog.getByLabel("How many are kept").fill("5");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("region", { name: "By itself" })).toContainText("Every day at 04:00");
    await expect(page.getByRole("region", { name: "By itself" })).toContainText("The newest 5");
  });
});

test("a restore asks with both sides, and the old post is there again", async ({ openUnwatched }) => {
  await owner(server).change(post.id, { title: "After the storm" });
  await owner(server).post({ title: "Written since", originalContent: "New." });
  const page = await openUnwatched();
  await enter(page, server, path);
  const dialog = await openRestore(page);
  await expect(dialog.getByRole("row", { name: /^Posts/ })).toHaveText(/2\s*1$/);
  await expectSound(page, "the question before a restore");
  const name = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Name of the backup").fill("another.zip");
  await dialog.getByLabel("Your password").fill(account.password);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByLabel("Name of the backup")).toHaveAccessibleDescription(/.+/);
  await dialog.getByLabel("Name of the backup").fill(name);
  await dialog.getByLabel("Your password").fill("a wrong one");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription(/not your password/);
  await dialog.getByLabel("Your password").fill(account.password);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("dialog", { name: "The site is being restored" })).toBeVisible();
  // The session began before the backup, so that it goes on.
  await expect(page.getByText(/The site was restored from broadsheet-/)).toBeVisible();
  await expect(page.getByText(/What was here before is kept in the data folder, in replaced\//)).toBeVisible();
  await expectSound(page, "a restored site");
  await page.goto(server.url(post.url));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Before the storm");
  expect(await owner(server).get<unknown[]>("/admin/posts")).toHaveLength(1);
});

test("a backup from elsewhere is taken in, a damaged one is not, and one is deleted", async ({ open }) => {
  const page = await open();
  await enter(page, server, path);
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles(file);
  await expect(page.getByText("from-elsewhere.zip was verified and taken in.")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(2);
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  const damaged = join(newFolder("backup"), "damaged.zip");
  writeFileSync(damaged, bytes);
  await choose.setInputFiles(damaged);
  await expect(page.getByRole("alert").filter({ hasText: "This backup is not whole" })).toBeVisible();
  await expectSound(page, "a refused backup");
  await page.getByRole("button", { name: "Actions for “from-elsewhere.zip”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expectSound(page, "the question before a backup is deleted");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Backup deleted.")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(1);
});

test("a phone has room for all of it", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await enter(page, server, path);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectSound(page, "backups on a phone");
});
