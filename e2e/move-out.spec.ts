import { join } from "node:path";
import { listArchive } from "./rig/archive";
import { enter, expectSound } from "./rig/desk";
import { newFolder } from "./rig/folders";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
const path = "/admin/tools/move-out";

test("the site is written into a file that is whole, and deleted again", async ({ open }) => {
  const api = owner(server);
  await api.post({ title: "Read by all", slug: "read-by-all", originalContent: "Open." });
  await api.post({ title: "Half a thought", slug: "half-a-thought", originalContent: "…", status: "DRAFT" });
  const page = await open();
  await enter(page, server, path);
  await expect(page.getByText("keep the file like a password", { exact: false })).toBeVisible();
  await expectSound(page, "no exports");
  const fileFrom = async (row: number) => {
    await page
      .locator("[data-row]")
      .nth(row)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    const begun = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download" }).click();
    const file = join(newFolder("export"), "export.zip");
    await (await begun).saveAs(file);
    return listArchive(file);
  };

  await page.getByRole("button", { name: "Move out", exact: true }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expect(page.locator("[data-row]")).toContainText("Everything");
  expect(await fileFrom(0)).toEqual(expect.arrayContaining(["posts/half-a-thought.md", "posts/read-by-all.md"]));

  await page.getByLabel("Only what visitors may read").check();
  await expect(page.getByText("No passwords are in it.")).toBeVisible();
  await page.getByRole("button", { name: "Move out", exact: true }).click();
  await expect(page.locator("[data-row]")).toHaveCount(2);
  const visible = await fileFrom(0);
  expect(visible).toContain("posts/read-by-all.md");
  expect(visible).not.toContain("posts/half-a-thought.md");
  await expectSound(page, "exports");

  await page
    .locator("[data-row]")
    .last()
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Export deleted.")).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(1);
});

test("a phone has room for all of it", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await enter(page, server, path);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectSound(page, "exports on a phone");
});
