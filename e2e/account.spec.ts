import type { Page } from "@playwright/test";
import { account, type Api, install, logIn } from "./rig/api";
import { expectSound, signIn, openPage } from "./rig/desk";
import { follow } from "./rig/documents";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";

// One's own account and those of others; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serve();
const bob = {
  username: "bob",
  nickname: "Bob",
  email: "bob@example.org",
  title: "Keeper of the kettle",
  password: "a kettle on the stove",
};
const desk = { viewport: { width: 1280, height: 900 } };
const phone = {
  viewport: { width: 390, height: 800 },
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
};
const elsewhere = { userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const newPassword = "seven quiet looms";
let ada: Api;

test.beforeAll(async () => {
  ada = await install(server);
  await ada.must(201, "POST", "/admin/users", { ...bob, role: "AUTHOR" });
});

async function expectSignedOut(page: Page): Promise<void> {
  await page.goto(server.url("/admin/posts"));
  await expect(page).toHaveURL(/\/login/);
}
async function expectSignedIn(page: Page): Promise<void> {
  await page.goto(server.url("/admin/posts"));
  await expect(page).toHaveURL(server.url("/admin/posts"));
}
const toast = (page: Page, words: string) =>
  page.getByRole("listitem").filter({ hasText: words }).and(page.locator("[data-toast]"));

test("browsers are listed by device, time and place, and signed out one by one or all at once", async ({ open }) => {
  const [page, pocket, other] = [await open(desk), await open(phone), await open(elsewhere)];
  for (const each of [page, pocket, other]) await signIn(each, server);
  await openPage(page, server.url("/admin/security"));
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "this browser" })).toHaveText(/Chrome · Linux/);
  await expect(rows.filter({ hasText: "Firefox · Windows" })).toBeVisible();
  await expect(rows.filter({ hasText: "Safari · iPhone" })).toHaveText(/Signed in .*last used .* · (127\.0\.0\.1|::1)/);
  await expect(page.getByRole("button", { name: "Sign out Chrome · Linux" })).toHaveCount(0);
  await expectSound(page, "the browsers that are signed in");

  await page.getByRole("button", { name: "Sign out Safari · iPhone" }).click();
  await expect(toast(page, "Safari · iPhone is signed out.")).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expectSignedOut(pocket);
  await expectSignedIn(other);

  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(toast(page, "You are signed out everywhere else.")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expectSignedOut(other);
  expect((await ada.call("GET", "/admin/posts")).status).toBe(401);
  await expectSignedIn(page);
  ada = await logIn(server);
});

test("the profile is changed, what is taken is told under its field, and readers see the name", async ({ open }) => {
  const { url } = await ada.post({ title: "Signed", originalContent: "By hand." });
  const page = await open(desk);
  await signIn(page, server, "/admin/profile");
  await expectSound(page, "the profile");
  const save = page.getByRole("button", { name: "Save" });
  await page.getByLabel("E-mail").fill("BOB@example.org");
  const own = page.getByLabel("Your password");
  await save.click();
  await expect(own).toHaveAccessibleDescription(/Enter your current password/);
  await expectSound(page, "another address without the password");
  await own.fill("not the password");
  await save.click();
  await expect(own).toHaveAccessibleDescription(/This is not your password/);
  await own.fill(account.password);
  await save.click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/already taken/);
  await page.getByLabel("E-mail").fill(account.email);
  await expect(own).toHaveCount(0);
  await page.getByLabel("Name", { exact: true }).fill(" ");
  await save.click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Name", { exact: true }).fill("Ada King");
  await page.getByRole("button", { name: "Your picture: choose" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a picture" });
  await picker.getByRole("tab", { name: "Address" }).click();
  await picker.getByLabel("Address of the picture").fill("/favicon.svg");
  await picker.getByRole("button", { name: "Use it" }).click();
  await save.click();
  await expect(toast(page, "Profile saved.")).toBeVisible();
  expect(await (await fetch(server.url(url))).text()).toContain("Ada King");
  expect(await ada.get("/admin/profile")).toMatchObject({ avatar: "/favicon.svg" });
});

test("a password is weighed as it is typed; a new one signs out everywhere else", async ({ open }) => {
  const [page, pocket] = [await open(desk), await open(phone)];
  for (const each of [page, pocket]) await signIn(each, server);
  await openPage(page, server.url("/admin/profile"));
  const [old, wish] = [page.getByLabel("Current password"), page.getByLabel("New password")];
  await old.fill("not the password");
  for (const [typed, said] of [
    ["short", /Too short/],
    ["password1234", /a common word/],
    ["ada@example.org", /your own name or address/],
    ["abcabcabcabc", /repetition/],
    [newPassword, /Not bad|Hard to guess/],
  ] as const) {
    await wish.fill(typed);
    await expect(wish).toHaveAccessibleDescription(said);
  }
  const change = page.getByRole("button", { name: "Change the password" });
  await change.click();
  await expect(old).toHaveAttribute("aria-invalid", "true");
  await expectSound(page, "a refused change of the password");
  await old.fill(account.password);
  await change.click();
  await expect(toast(page, "Password changed.")).toBeVisible();
  await expect(old).toHaveValue("");
  await expectSignedOut(pocket);
  await expectSignedIn(page);
  expect((await ada.call("GET", "/admin/posts")).status).toBe(401);
  expect(
    (await ada.call("POST", "/admin/login", { username: account.username, password: account.password })).status,
  ).toBe(401);
  ada = await logIn(server, { username: account.username, password: newPassword });
});

test("another role and a suspension count at once, wherever somebody is signed in", async ({ open }) => {
  const [page, bobs] = [await open(desk), await open()];
  await signIn(page, server, "/admin/users", { username: account.username, password: newPassword });
  await signIn(bobs, server, "/admin/posts", bob);
  await page.getByLabel("Role of Bob").selectOption("Editor");
  await expect(toast(page, "Role changed. They sign in again.")).toBeVisible();
  await expectSignedOut(bobs);
  await signIn(bobs, server, "/admin/categories", bob);

  const act = async (name: string) => {
    await page.getByRole("button", { name: "Actions for “Bob”" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const row = page.getByRole("row", { name: /Bob/ });
  await act("Suspend");
  await expect(row).toContainText("Suspended");
  await expectSignedOut(bobs);
  await bobs.getByLabel("Username").fill(bob.username);
  await bobs.getByLabel("Password").fill(bob.password);
  await follow(bobs, () => bobs.getByRole("button", { name: "Sign in" }).click());
  await expect(bobs.getByRole("alert")).toBeVisible();
  await expect(bobs).toHaveURL(/\/login/);
  await act("Reactivate");
  await expect(row).toContainText("Active");
  await signIn(bobs, server, "/admin/posts", bob);

  // Nobody can lock out the last administrator, not even that person.
  await page.getByLabel("Role of Ada").selectOption("Author");
  await expect(page.locator("[data-toast=failure]")).toBeVisible();
  await expect(page.getByLabel("Role of Ada")).toHaveValue("ADMIN");
});
