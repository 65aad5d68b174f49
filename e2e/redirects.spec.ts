import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { enter, expectSound } from "./rig/desk";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
const row = (page: Page, name: string) => page.locator("[data-row]", { has: page.getByText(name, { exact: true }) });
const message = (page: Page, text: string) => page.locator("[data-toast][data-front=true]", { hasText: text });
/** Where somebody with a browser is led to. */
const ledTo = async (path: string) => {
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };
  const { status, headers: got } = await fetch(server.url(path), { redirect: "manual", headers });
  return `${status} ${got.get("location") ?? ""}`.trim();
};

test("an address that people did not find gets a redirect, which they follow", async ({ open }) => {
  await owner(server).post({ title: "Moved", originalContent: "Here now.", slug: "moved" });
  for (const path of ["/2019/moved", "/2019/moved", "/قديم"]) expect(await ledTo(path)).toBe("404");
  const page = await open();
  await enter(page, server, "/admin/tools/redirects");
  await expect(page.getByText("There are no redirects.")).toBeVisible();
  await expectSound(page, "no redirects");
  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "Addresses not found" }).click();
  await expect(page).toHaveURL(server.url("/admin/tools/redirects/missed"));
  // What was asked for is written down from time to time.
  await expect(async () => {
    await page.reload();
    await expect(page.locator("[data-row]")).toHaveText([/^\/2019\/moved.*2/, /^\/قديم.*1/], { timeout: 1000 });
  }).toPass();
  await expectSound(page, "addresses that were not found");
  await page.getByRole("button", { name: "/2019/moved", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New redirect" });
  await expect(dialog.getByLabel("From")).toHaveValue("/2019/moved");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("To", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("To", { exact: true }).fill("/archives/moved");
  await expectSound(page, "a new redirect");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(message(page, "The redirect from “/2019/moved” is saved.")).toBeVisible();
  expect(await ledTo("/2019/moved")).toBe("301 /archives/moved");
});

test("a table comes from a file, whole or not at all, and is taken along", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/tools/redirects");
  await page.getByRole("button", { name: "Import CSV …" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  const choose = async (text: string) => {
    const asked = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Choose a file …" }).click();
    await (await asked).setFiles({ name: "redirects.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await expect(dialog.getByLabel("CSV")).toHaveValue(text);
  };
  await choose("from,to,match,status\n/a,/tags,exact,301\n/b,nowhere at all,exact,301\n");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expectSound(page, "a table that was refused");
  expect(await ledTo("/a")).toBe("404");
  await choose("from,to,match,status\n/a,/tags,exact,302\n/old,/archives,below,301\n");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(message(page, "2 made, 0 changed, 0 as before.")).toBeVisible();
  expect([await ledTo("/a"), await ledTo("/old/moved")]).toEqual(["302 /tags", "301 /archives/moved"]);
  await expect(row(page, "/old/…")).toContainText("→ /archives");
  await expectSound(page, "the redirects");

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const table = readFileSync(await (await saved).path(), "utf8");
  expect(table.trim().split("\n").sort()).toEqual(
    expect.arrayContaining([expect.stringContaining("/2019/moved"), expect.stringContaining("/old")]),
  );

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflowing(page)).toEqual([]);
  await row(page, "/a").getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  await expect(row(page, "/a")).toHaveCount(0);
  expect(await ledTo("/a")).toBe("404");
});
