import type { Page } from "@playwright/test";
import { type Api, logIn } from "./rig/api";
import { enter, expectSound, openPage, signIn } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// The list of users and one person's page; each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const bob = { username: "bob", email: "bob@example.org", password: "a kettle on the stove" };
const phone = { viewport: { width: 360, height: 740 } };
let ada: Api;
let bobsId = 0;

test.beforeAll(async () => {
  ada = owner(server);
  bobsId = (
    await ada.must<{ id: number }>(201, "POST", "/admin/users", { ...bob, nickname: "Bob", title: "x", role: "AUTHOR" })
  ).id;
  for (const [name, role] of [
    ["eve", "EDITOR"],
    ["sue", "SUBSCRIBER"],
  ])
    await ada.must(201, "POST", "/admin/users", {
      username: name,
      nickname: name === "eve" ? "Eve" : "Sue",
      email: `${name}@example.org`,
      title: "x",
      role,
      password: bob.password,
    });
});

const rows = (page: Page) => page.locator("[data-row]");
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);

test("users are found by role, state and words, and suspended together, with a way back", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/users");
  await expect(rows(page)).toHaveCount(4);
  await expectSound(page, "the users");
  await page.getByRole("link", { name: "Authors 1" }).click();
  await expect(page).toHaveURL(/state=AUTHOR/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("link", { name: "All 4" }).click();
  await page.getByRole("searchbox").fill("SUE@example");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("searchbox").fill("nobody here");
  await expect(page.getByText("Nobody has this name or address.")).toBeVisible();
  await page.getByRole("link", { name: "Clear search and filters" }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole("checkbox", { name: "Select “Eve”" }).check();
  await page.getByRole("checkbox", { name: "Select “Sue”" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("2 accounts suspended, and signed out everywhere.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Suspended 2" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Suspended 0" })).toBeVisible();

  // By keys alone: to the row, its page.
  await openPage(page, server.url("/admin/users"));
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.locator(":focus")).toHaveText("Bob");
  await page.keyboard.press("e");
  await expect(page).toHaveURL(new RegExp(`/admin/users/${bobsId}$`));
  await expect(page.getByRole("heading", { level: 1, name: "Bob" })).toBeVisible();
});

test("an account is added in the dashboard, and its link to set a password is shown once", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/users");
  await page.getByRole("button", { name: "Add an account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Carl");
  await dialog.getByLabel("Username").fill("bob");
  await dialog.getByLabel("E-mail").fill("carl@example.org");
  await dialog.getByLabel("Role").selectOption("Editor");
  await dialog.getByLabel("Title").fill("Editor of the coast");
  await expectSound(page, "the dialog for an account");
  await dialog.getByRole("button", { name: "Add the account" }).click();
  await expect(dialog.getByLabel("Username")).toHaveAccessibleDescription(/already taken/);
  await dialog.getByLabel("Username").fill("carl");
  await dialog.getByRole("button", { name: "Add the account" }).click();
  await expect(page.getByRole("dialog", { name: "A new password for Carl" }).getByLabel("Link")).toHaveValue(
    /\/set-password\?code=/,
  );
  await expectSound(page, "the link for an account");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Carl" })).toBeVisible();

  await test.step("without a title, the role is one", async () => {
    await page.getByRole("button", { name: "Add an account" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Dora");
    await dialog.getByLabel("Username").fill("dora");
    await dialog.getByLabel("E-mail").fill("dora@example.org");
    await dialog.getByLabel("Role").selectOption("Editor");
    await dialog.getByRole("button", { name: "Add the account" }).click();
    await expect(page.getByRole("dialog", { name: "A new password for Dora" })).toBeVisible();
    const people = await ada.get<{ username: string; title: string }[]>("/admin/users");
    expect(people.find(({ username }) => username === "dora")?.title).toBe("Editor");
  });
});

test("one person's page ends sessions and tokens, resets the second factor, changes role and title", async ({
  open,
}) => {
  const bobs = await logIn(server, bob);
  await bobs.must(201, "POST", "/admin/posts", { title: "Bob's own", originalContent: "His.", status: "PUBLISHED" });
  await bobs.must(201, "POST", "/admin/tokens", { name: "Bob's script", scopes: ["content:read"] });
  const his = await open();
  // A browser is known by its name only where it signed in itself.
  await signIn(his, server, "/admin/posts", bob);

  const page = await open();
  await enter(page, server, `/admin/users/${bobsId}`);
  await expectSound(page, "one person");
  await page.getByRole("button", { name: "Revoke Bob's script" }).click();
  await expectSound(page, "the question about a token");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("There are none.")).toBeVisible();

  await page
    .getByRole("button", { name: /^Sign out Chrome/ })
    .first()
    .click();
  await expect(page.getByText("No browser is signed in.")).toBeVisible();
  await his.goto(server.url("/admin/posts"));
  await expect(his).toHaveURL(/\/login/);
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("Bob is signed out.")).toBeVisible();
  expect((await bobs.call("GET", "/admin/posts")).status).toBe(401);

  await page.getByRole("button", { name: "Change role or title" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption("Editor");
  await dialog.getByLabel("Title").fill("Keeper of the kettle");
  await expectSound(page, "role and title");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Keeper of the kettle")).toBeVisible();

  await page.getByRole("link", { name: "1 post", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/posts\\?author=${bobsId}$`));
  await expect(page.getByRole("link", { name: "Bob's own" })).toBeVisible();
  expect((await page.goto(server.url("/admin/users/999")))?.status()).toBe(404);
});

test("a person is deleted and what is theirs handed over, which is said before", async ({ open }) => {
  const page = await open();
  await enter(page, server, `/admin/users/${bobsId}`);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("They have 1 post.")).toBeVisible();
  await expect(dialog.getByLabel("Who gets that?")).toHaveValue("1");
  await expectSound(page, "the deletion of an account");
  await dialog.getByRole("button", { name: "Hand over and delete" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(page.getByText("The account was deleted.")).toBeVisible();
  const [post] = (await ada.get<{ title: string; authorId: number }[]>("/admin/posts")).filter(
    ({ title }) => title === "Bob's own",
  );
  expect(post?.authorId).toBe(1);
  expect(await (await fetch(server.url("/archives/bob-s-own"))).text()).toContain("Ada Lovelace");
});

test("a phone has room for all of it", async ({ open }) => {
  const page = await open(phone);
  for (const path of ["/admin/users", "/admin/users/1", "/admin/profile/comments"]) {
    await enter(page, server, path);
    await fits(page);
    await expectSound(page, path);
  }
});

test("no other site hears who looks at people, whatever picture one of them has chosen", async ({ open }) => {
  const sue = await logIn(server, { username: "sue", password: bob.password });
  const { id, username, nickname, email } = await sue.get<Record<string, string>>("/admin/profile");
  await sue.must(200, "PUT", "/admin/profile", { username, nickname, email, avatar: "http://other.invalid/a.png" });
  const page = await open();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of ["/admin/users", `/admin/users/${id}`]) {
    await (asked.length === 0 ? enter(page, server, path) : page.goto(server.url(path)));
    await expect(page.getByText("Sue").first()).toBeVisible();
  }
  expect(asked.filter((url) => url.includes("other.invalid"))).toEqual([]);
});
