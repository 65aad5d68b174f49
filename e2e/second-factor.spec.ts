import type { Page } from "@playwright/test";
import { generate } from "otplib";
import { account, type Api, install } from "./rig/api";
import { expectSound, signIn, openPage } from "./rig/desk";
import { follow } from "./rig/documents";
import { leniency } from "./rig/leniency";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

// One account from its first code to the last; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serve();
let ada: Api;
let key = "";
/** Unused recovery codes. */
let spare: string[] = [];
/** The newest time step whose code was used; each works once. */
let used = 0;

test.beforeAll(async () => {
  ada = await install(server);
});

const stepNow = () => Math.floor(Date.now() / 30_000);

/** Milliseconds that a code may take into the form and to the server. */
const TYPING = 20_000;

/** A code that the phone shows now, showed, or is about to: the oldest one that will still work when it arrives. */
async function freshCode(): Promise<string> {
  used = Math.max(used + 1, Math.floor((Date.now() + TYPING) / 30_000) - 1);
  // Codes work until one step after their own, so more than two within half a minute must wait.
  await expect.poll(stepNow, { timeout: 60_000 * leniency }).toBeGreaterThanOrEqual(used - 1);
  return codeAt(used);
}
const codeAt = (step: number) => generate({ secret: key, epoch: step * 30 });
const wrongCode = async () => {
  const right = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeAt(stepNow() + steps)));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !right.includes(code)) ?? "";
};
const fullWidth = (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const spaced = (code: string, by: string) => `${code.slice(0, 3)}${by}${code.slice(3)}`;

async function signOut(page: Page): Promise<void> {
  await openPage(page, server.url("/admin"));
  await page.getByRole("button", { name: account.nickname }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
}

/** Gives name and password, and stops before the second step. */
async function firstStep(page: Page): Promise<void> {
  await page.goto(server.url("/login"));
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/login\/factor/);
}

async function answer(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await follow(page, () => page.getByRole("button", { name: "Confirm" }).click());
}
const isIn = (page: Page) => page.waitForURL(/\/admin/);
const isRefused = (page: Page) =>
  expect(page.getByLabel("Code")).toHaveAccessibleDescription(/wrong or was already used/);

test("it is turned on with a code of the phone, mistakes first", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await signIn(page, server, "/admin/security");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /authenticator app/ })).toBeVisible();
  await expectSound(page, "picture and key");
  key = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  expect(key).toMatch(/^[A-Z2-7]{32}$/);

  const code = page.getByLabel("Code");
  const confirm = page.getByRole("button", { name: "Confirm" });
  const own = page.getByLabel("Your password");
  await code.fill("12345");
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/At least 6 characters/);
  await code.fill("1234567");
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/At most 6 characters/);
  await code.fill(await wrongCode());
  await confirm.click();
  await expect(own).toHaveAccessibleDescription(/Enter your current password/);
  await own.fill("not the password");
  await confirm.click();
  await expect(own).toHaveAccessibleDescription(/This is not your password/);
  await own.fill(account.password);
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill(await codeAt(stepNow() - 12));
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/the clock of your phone is about 6 minutes off/);
  await expectSound(page, "a refused code");
  await code.fill(spaced(fullWidth(await freshCode()), "\u3000"));
  await confirm.click();

  const codes = page.getByRole("group", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectSound(page, "the recovery codes");
  spare = await codes.getByRole("listitem").allTextContents();
  await expect(codes.getByRole("button", { name: "Done" })).toBeDisabled();
  await codes.getByLabel("I have stored them somewhere safe").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
});

test("signing in takes a code, once, without JavaScript", async ({ open, accessible }) => {
  const page = await open();
  await enterWithFactor(page);
  await signOut(page);
  const reader = await open({ javaScriptEnabled: false });
  await firstStep(reader);
  await accessible(reader, "light", "dark");
  // With the password only, nobody is signed in.
  expect((await reader.request.get(server.url("/admin"), { maxRedirects: 0 })).headers().location).toContain("/login");
  await answer(reader, "123");
  await isRefused(reader);
  await answer(reader, await codeAt(used));
  await isRefused(reader);
  await accessible(reader);
  await answer(reader, spaced(await freshCode(), " "));
  await isIn(reader);
});

async function enterWithFactor(page: Page): Promise<void> {
  await firstStep(page);
  await answer(page, await freshCode());
  await isIn(page);
}

test("a recovery code signs in once", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  const [first = "", second = ""] = spare;
  await firstStep(page);
  await answer(page, first.toUpperCase().replace("-", " "));
  await isIn(page);
  const again = await open({ javaScriptEnabled: false });
  await firstStep(again);
  await answer(again, first);
  await isRefused(again);
  await answer(again, second);
  await isIn(again);
  spare = spare.slice(2);
});

test("a sign-in that ended while writing comes back in the editor, with both steps", async ({ openUnwatched }) => {
  const page = await openUnwatched();
  await firstStep(page);
  await answer(page, spare.shift() ?? "");
  await isIn(page);
  const { id } = await ada.post({ title: "Long hours", originalContent: "Before.", status: "DRAFT" });
  await page.goto(server.url(`/admin/posts/${id}`));
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.click();
  await page.context().clearCookies();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" After.");
  const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
  await dialog.getByLabel("Username").fill(account.username);
  await dialog.getByLabel("Password").fill(account.password);
  await page.keyboard.press("Enter");
  const code = dialog.getByLabel("Code");
  await expect(code).toBeFocused();
  await expectSound(page, "the second step in the dialog");
  await code.fill(await wrongCode());
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/This code is wrong/);
  await code.fill(spare.shift() ?? "");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.locator("[data-save-state]")).toHaveText(/^Saved \d\d:\d\d/);
  expect(await ada.get(`/admin/posts/${id}`)).toMatchObject({ originalContent: "Before. After." });
});

test("recovery codes are renewed with a code, and it is turned off with one of them", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await firstStep(page);
  await answer(page, spare.shift() ?? "");
  await isIn(page);
  await openPage(page, server.url("/admin/security"));
  await page.getByRole("button", { name: "New recovery codes" }).click();
  await expectSound(page, "asking for a code");
  await page.getByLabel("Code").fill(await wrongCode());
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/This code is wrong/);
  await page.getByLabel("Code").fill(fullWidth(await freshCode()));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("group", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const renewed = await codes.getByRole("listitem").allTextContents();
  await codes.getByLabel("I have stored them somewhere safe").check();
  await codes.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  const old = await open({ javaScriptEnabled: false });
  await firstStep(old);
  await answer(old, spare[0] ?? "");
  await isRefused(old);

  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Code").fill("12");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/This code is wrong/);
  await page.getByLabel("Code").fill(renewed[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The second factor is off.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await signOut(page);
  await signIn(page, server);
});
