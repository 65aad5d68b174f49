import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { generate } from "otplib";
import { account } from "./rig/api";
import { askToRestore, enter, expectSound } from "./rig/desk";
import { leniency } from "./rig/leniency";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const path = "/admin/tools/backups";
let post: { id: number; url: string };
let key = "";
/** The newest time step whose code was used; each works once. */
let used = 0;

const stepNow = () => Math.floor(Date.now() / 30_000);
const codeAt = (step: number) => generate({ secret: key, epoch: step * 30 });
/** A code that was not used yet; those of the steps beside the present one work, too. */
async function freshCode(): Promise<string> {
  used = Math.max(used + 1, stepNow());
  await expect.poll(stepNow, { timeout: 60_000 * leniency }).toBeGreaterThanOrEqual(used - 1);
  return codeAt(used);
}
const wrongCode = async () => {
  const right = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeAt(stepNow() + steps)));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !right.includes(code)) ?? "";
};

test("an owner turns a second factor on, and backs the site up", async ({ open }) => {
  post = await owner(server).post({ title: "Before the storm", originalContent: "Still water." });
  const page = await open();
  await enter(page, server, "/admin/security");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /authenticator app/ })).toBeVisible();
  key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code").fill(await freshCode());
  await page.getByLabel("Your password").fill(account.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("group", { name: "Recovery codes" });
  await codes.getByLabel("I have stored them somewhere safe").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.goto(server.url(path));
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
});

test("the restore asks for the password and a code of the phone, and neither alone will do", async ({
  openUnwatched,
}) => {
  await owner(server).change(post.id, { title: "After the storm" });
  const page = await openUnwatched();
  await enter(page, server, path);
  const { dialog, password, code, restore } = await askToRestore(page);
  await expect(code).toHaveAccessibleDescription(/six digits of your second factor/);
  await expectSound(page, "the question before a restore, with a second factor");

  await test.step("the password alone", async () => {
    await password.fill(account.password);
    await restore.click();
    await expect(code).toHaveAccessibleDescription(/At least 6|required|second factor/);
    await code.fill(await wrongCode());
    await restore.click();
    await expect(code).toHaveAccessibleDescription(/wrong/i);
  });
  await test.step("the code alone", async () => {
    await password.fill("a wrong one");
    await code.fill(await freshCode());
    await restore.click();
    await expect(password).toHaveAccessibleDescription(/not your password/);
  });
  await password.fill(account.password);
  await code.fill(await freshCode());
  await restore.click();
  const progress = page.getByRole("dialog", { name: "The site is being restored" });
  await expect(progress.or(page.getByText(/The site was restored from broadsheet-/)).first()).toBeVisible();
  await expect(page.getByText(/The site was restored from broadsheet-/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.goto(server.url(post.url));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Before the storm");
});

test("what was replaced is listed with its size, and deleted", async ({ open }) => {
  const page = await open();
  await enter(page, server, path);
  const kept = page.getByRole("region", { name: "What restores replaced" });
  await expect(kept.getByRole("listitem")).toHaveCount(1);
  await expect(kept.getByRole("listitem")).toContainText(/[\d.]+ [kM]B/);
  const folder = ((await kept.getByText(/^replaced\//).textContent()) ?? "").trim();
  expect(existsSync(join(server.dataDir, folder, "broadsheet.db"))).toBe(true);
  await expectSound(page, "what a restore replaced");
  await kept.getByRole("button", { name: /^Delete what was replaced on/ }).click();
  const question = page.getByRole("alertdialog", { name: "Delete what this restore replaced?" });
  await expectSound(page, "the question before replaced data is deleted");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Deleted.")).toBeVisible();
  await expect(kept).toHaveCount(0);
  expect(readdirSync(join(server.dataDir, "replaced"))).toEqual([]);
});
