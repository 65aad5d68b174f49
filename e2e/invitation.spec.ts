import { join } from "node:path";
import type { Page } from "@playwright/test";
import Sqlite from "../db/sqlite-driver.mjs";
import { Api, type Answer, logIn } from "./rig/api";
import { enter, expectSound, signIn } from "./rig/desk";
import { contentOf, follow } from "./rig/documents";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// From an invitation to a working author; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const bob = { username: "bob", email: "bob@example.org", password: "a kettle on the stove" };
let ada: Api;
let link = "";
let adasPost: { id: number };

test.beforeAll(async () => {
  ada = owner(server);
  adasPost = await ada.post({ title: "Ada's own", originalContent: "Hers." });
});

const here = (url: string) => server.url(new URL(url).pathname + new URL(url).search);

async function fillIn(page: Page, who: { username: string; email: string; password: string }): Promise<void> {
  await page.getByLabel("Your name").fill("Bob Builder");
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
}
const send = (page: Page) => follow(page, () => page.getByRole("button", { name: "Create the account" }).click());

test("an administrator makes an invitation, which is shown once", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/users");
  await expectSound(page, "the users");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite" });
  await dialog.getByLabel("E-mail").fill("bob at example");
  await dialog.getByRole("button", { name: "Create the link" }).click();
  await expect(dialog.getByLabel("E-mail")).toHaveAccessibleDescription(/not in a valid format/);
  await expectSound(page, "the invitation with a mistake");
  await dialog.getByLabel("E-mail").fill(bob.email);
  await dialog.getByRole("button", { name: "Create the link" }).click();
  link = await page.getByRole("dialog", { name: "Invitation created" }).getByLabel("Link").inputValue();
  expect(link).toMatch(/\/register\?code=[\w-]{22}$/);
  await expectSound(page, "the link");
  await page.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByRole("listitem").filter({ hasText: bob.email })).toContainText("Open until");
  expect(await contentOf(page)).not.toContain(new URL(link).searchParams.get("code"));
});

test("somebody registers with it, mistakes first, and is an author", async ({ reader, accessible }) => {
  await reader.goto(here(link));
  await accessible(reader, "light", "dark");
  await fillIn(reader, { username: "b ob", email: "bob at example", password: "short" });
  await send(reader);
  for (const name of ["Username", "E-mail"])
    await expect(reader.getByLabel(name)).toHaveAccessibleDescription(/does not look right/);
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/At least 8 characters/);
  await expect(reader.getByLabel("Username")).toHaveValue("b ob");
  await expect(reader.getByLabel("Your name")).toHaveValue("Bob Builder");
  await accessible(reader);
  await fillIn(reader, { ...bob, password: "bob@example.org" });
  await send(reader);
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/your own name or address/);
  await fillIn(reader, { ...bob, username: "ADA" });
  await send(reader);
  await expect(reader.getByLabel("Username")).toHaveAccessibleDescription(/already taken/);
  await fillIn(reader, { ...bob, email: "eve@example.org" });
  await send(reader);
  await expect(reader.getByLabel("Invitation code")).toHaveAccessibleDescription(/for another account/);
  await fillIn(reader, bob);
  await send(reader);
  await reader.waitForURL(/\/admin/);
  expect(await ada.get<{ username: string; role: string }[]>("/admin/users")).toContainEqual(
    expect.objectContaining({ username: "bob", nickname: "Bob Builder", role: "AUTHOR" }),
  );
});

test("a used, a made-up, a taken back and an expired invitation are refused alike", async ({ reader }) => {
  const { id, code } = await ada.must<{ id: number; code: string }>(201, "POST", "/admin/invitations", {});
  await ada.must(204, "DELETE", `/admin/invitations/${id}`);
  const late = await ada.must<{ id: number; code: string }>(201, "POST", "/admin/invitations", {});
  const db = new Sqlite(join(server.dataDir, "broadsheet.db"));
  db.prepare("UPDATE invitations SET expire_time = ? WHERE id = ?").run(Date.now() - 1, late.id);
  db.close();
  for (const address of [
    here(link),
    server.url(`/register?code=${code}`),
    server.url(`/register?code=${late.code}`),
    server.url("/register?code=nothing"),
  ]) {
    await reader.goto(address);
    await fillIn(reader, { ...bob, username: "mallory" });
    await send(reader);
    await expect(reader.getByLabel("Invitation code")).toHaveAccessibleDescription(/expired, already used/);
  }
});

test("of two who register with one invitation at the same moment, one gets in", async ({ open }) => {
  const { code } = await ada.must<{ code: string }>(201, "POST", "/admin/invitations", { role: "SUBSCRIBER" });
  const pages = await Promise.all([open({ javaScriptEnabled: false }), open({ javaScriptEnabled: false })]);
  for (const [i, page] of pages.entries()) {
    await page.goto(server.url(`/register?code=${code}`));
    await fillIn(page, { ...bob, username: `racer${i}`, email: `racer${i}@example.org` });
  }
  await Promise.all(pages.map(send));
  const names = (await ada.get<{ username: string }[]>("/admin/users"))
    .map(({ username }) => username)
    .filter((name) => name.startsWith("racer"));
  expect(names).toHaveLength(1);
  for (const [i, page] of pages.entries())
    if (names[0] === `racer${i}`) await expect(page).not.toHaveURL(/register/);
    else await expect(page.getByLabel("Invitation code")).toHaveAccessibleDescription(/already used/);
});

test("an author writes and publishes what is theirs", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await signIn(page, server, "/admin/posts/new", bob);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Bob's first");
  await page.getByRole("textbox", { name: "Text", exact: true }).click();
  await page.keyboard.type("By Bob.");
  await expect(page.locator("[data-save-state]")).toHaveText(/^Saved \d\d:\d\d/);
  await page.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  const visitor = await open({ javaScriptEnabled: false });
  await expect.poll(async () => (await visitor.goto(server.url("/archives/bob-s-first")))?.status()).toBe(200);
  await expect(visitor.getByText("By Bob.")).toBeVisible();
});

test("an author is refused what is not an author's, in the dashboard and in the API", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await enter(page, server, "/admin/posts", bob);
  await expect(page.getByRole("link", { name: "Bob's first" })).toBeVisible();
  const rail = page.getByRole("navigation").first();
  await expect(rail.getByRole("link", { name: /^Posts/ })).toBeVisible();
  await expect(rail.getByRole("link", { name: /Users/ })).toHaveCount(0);
  expect((await page.goto(server.url("/admin/users")))?.status()).toBe(404);
  await page.goto(server.url(`/admin/posts/${adasPost.id}`));
  await expect(page.getByRole("heading", { name: "This post cannot be opened" })).toBeVisible();
  expect(await page.content()).not.toContain("Ada's own");

  const api = await logIn(server, bob);
  const own = (await api.get<{ id: number; title: string }[]>("/admin/posts")).find(
    ({ title }) => title === "Bob's first",
  );
  const codeOf = ({ status, body }: Answer) => [status, body.code];
  const forbidden: [string, string, unknown?][] = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users", { username: "eve", nickname: "Eve", email: "eve@example.org", title: "x", role: "ADMIN" }],
    ["PUT", "/admin/users/1", { role: "SUBSCRIBER" }],
    ["POST", "/admin/invitations", { role: "ADMIN" }],
    ["POST", "/admin/categories", { name: "Bob's shelf" }],
    ["DELETE", `/admin/posts/${own?.id}?permanent=true`],
  ];
  for (const [method, path, body] of forbidden)
    expect([method, path, ...codeOf(await api.call(method, path, body))]).toEqual([method, path, 403, "forbidden"]);
  // An author does not find other authors' posts.
  const hidden: [string, string, unknown?][] = [
    ["GET", ""],
    ["PUT", "", { title: "Bob was here" }],
    ["PUT", "/content", { originalContent: "Bob was here" }],
    ["PUT", "/status/DRAFT"],
    ["DELETE", ""],
  ];
  for (const [method, path, body] of hidden)
    expect([method, path, ...codeOf(await api.call(method, `/admin/posts/${adasPost.id}${path}`, body))]).toEqual([
      method,
      path,
      404,
      "not_found",
    ]);
  expect(codeOf(await new Api(server).call("GET", "/admin/users"))).toEqual([401, "unauthenticated"]);
  expect(await ada.get(`/admin/posts/${adasPost.id}`)).toMatchObject({ title: "Ada's own", status: "PUBLISHED" });

  // Another role applies at once, and so does suspension.
  const bobs = (await ada.get<{ id: number; username: string }[]>("/admin/users")).find(
    ({ username }) => username === "bob",
  );
  await ada.must(200, "PUT", `/admin/users/${bobs?.id}`, { suspended: true });
  expect((await api.call("GET", "/admin/posts")).status).toBe(401);
  await page.goto(server.url("/admin/posts"));
  await expect(page).toHaveURL(/\/login/);
});
