import { aMailServer, type MailServer, partOf } from "../lib/testing/mail-server";
import { account, type Api } from "./rig/api";
import { follow } from "./rig/documents";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// A forgotten password is replaced by mail; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const fresh = "three boats and a lantern";
let ada: Api;
let mails: MailServer;

test.beforeAll(async () => {
  mails = await aMailServer();
  ada = owner(server);
});
test.afterAll(() => mails.close());

/** The link in the last mail to an address. */
const linkTo = (email: string) =>
  /https?:\S+\/set-password\?code=\S+/.exec(
    mails.received
      .filter(({ to }) => to.includes(email))
      .map((mail) => partOf(mail, "text/plain"))
      .at(-1) ?? "",
  )?.[0] ?? "";

test("where the site sends no mail, the page says who can help", async ({ reader, accessible }) => {
  await reader.goto(server.url("/login"));
  await follow(reader, () => reader.getByRole("link", { name: "Forgot your password?" }).click());
  await expect(reader).toHaveURL(server.url("/login/forgot"));
  await expect(reader.getByText("An administrator can give you a link")).toBeVisible();
  await expect(reader.getByRole("textbox")).toHaveCount(0);
  await accessible(reader, "light", "dark");
  await follow(reader, () => reader.getByRole("link", { name: "Back to the sign-in" }).click());
  await expect(reader).toHaveURL(server.url("/login"));
});

test("without JavaScript a link is mailed, sets a new password once, and nobody learns who has an account", async ({
  reader,
  accessible,
}) => {
  const values = {
    email_enabled: "true",
    email_host: "127.0.0.1",
    email_port: String(mails.port),
    email_from_address: "site@example.org",
  };
  await ada.must(
    200,
    "PUT",
    "/admin/options/batch",
    Object.entries(values).map(([key, value]) => ({ key, value, type: "INTERNAL" })),
  );
  const ask = async (name: string) => {
    await reader.goto(server.url("/login/forgot"));
    await reader.getByLabel("Username or e-mail").fill(name);
    await follow(reader, () => reader.getByRole("button", { name: "E-mail me a link" }).click());
    return { url: reader.url(), page: await reader.locator("main").innerHTML() };
  };
  await reader.goto(server.url("/login/forgot"));
  await accessible(reader, "light", "dark");
  await follow(reader, () => reader.getByRole("button", { name: "E-mail me a link" }).click());
  await expect(reader.getByLabel("Username or e-mail")).toHaveAccessibleDescription(/cannot be left empty/);

  const unknown = await ask("nobody-of-this-name");
  const known = await ask(account.username);
  const again = await ask(account.email);
  expect(known).toEqual(unknown);
  expect(again).toEqual(unknown);
  expect(known.url).toBe(server.url("/login/forgot?sent=1"));
  await expect(reader.getByRole("status")).toContainText("has an account with this name");
  await accessible(reader, "light", "dark");
  expect(await overflowing(reader)).toEqual([]);

  await expect.poll(() => linkTo(account.email)).not.toBe("");
  expect(mails.received).toHaveLength(1);
  const link = linkTo(account.email);
  const set = async (email: string, password: string) => {
    await reader.goto(link);
    await reader.getByLabel("Username").fill(account.username);
    await reader.getByLabel("E-mail").fill(email);
    await reader.getByLabel("Password").fill(password);
    await follow(reader, () => reader.getByRole("button", { name: "Set the password" }).click());
  };
  await reader.goto(link);
  await expect(reader.getByLabel("Code")).not.toHaveValue("");
  await accessible(reader, "light", "dark");
  await set("other@example.org", fresh);
  await expect(reader.getByLabel("Code")).toHaveAccessibleDescription(/This code is wrong/);
  await set(account.email, fresh);
  await expect(reader).not.toHaveURL(/set-password/);
  await reader.context().clearCookies();
  await set(account.email, "another lamp entirely");
  await expect(reader.getByLabel("Code")).toHaveAccessibleDescription(/This code is wrong/);
});

test("the new password signs in, the old one does not, and the owner was told", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  const signIn = async (password: string) => {
    await page.goto(server.url("/login"));
    await page.getByLabel("Username or e-mail").fill(account.username);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
  };
  await signIn(account.password);
  await expect(page.getByRole("alert").first()).toContainText("wrong");
  await signIn(fresh);
  await expect(page).toHaveURL(server.url("/admin"));
  await expect.poll(() => mails.received.length).toBe(2);
  await page.goto(server.url("/login/forgot"));
  await expect(page).toHaveURL(server.url("/admin/profile"));
});

test("with JavaScript it is the same, on a phone in light and dark", async ({ open }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open({ viewport: { width: 360, height: 740 }, colorScheme });
    await page.goto(server.url("/login/forgot"));
    await expect(page.getByLabel("Username or e-mail")).toBeFocused();
    await page.getByLabel("Username or e-mail").fill(`nobody-${colorScheme}`);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toContainText("has an account");
    expect(await overflowing(page)).toEqual([]);
  }
});
