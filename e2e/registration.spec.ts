import { aMailServer, type MailServer, partOf } from "../lib/testing/mail-server";
import { type Api } from "./rig/api";
import { follow } from "./rig/documents";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// A stranger registers with a mailed code; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serveSite();
const eve = { username: "eve", email: "eve@example.org", password: "a lamp in the window" };
let ada: Api;
let mails: MailServer;

test.beforeAll(async () => {
  mails = await aMailServer();
  ada = owner(server);
});
test.afterAll(() => mails.close());

const set = (values: Record<string, string>) =>
  ada.must(
    200,
    "PUT",
    "/admin/options/batch",
    Object.entries(values).map(([key, value]) => ({ key, value, type: "INTERNAL" })),
  );
const digits = () =>
  /\b\d{6}\b/.exec(
    mails.received
      .filter(({ to }) => to.includes(eve.email))
      .map((mail) => partOf(mail, "text/plain"))
      .at(-1) ?? "",
  )?.[0] ?? "";

test("a site that is not open, or sends no mail, asks for an invitation", async ({ reader }) => {
  for (const options of [{ registration_enabled: "false" }, { registration_enabled: "true" }]) {
    await set(options);
    await reader.goto(server.url("/register"));
    await expect(reader.getByLabel("Invitation code")).toBeVisible();
    await reader.goto(server.url("/login"));
    await expect(reader.getByRole("link", { name: "Create an account" })).toHaveCount(0);
  }
});

test("on an open one a stranger has a code mailed and makes an account with it, without JavaScript, mistakes first", async ({
  reader,
  accessible,
}) => {
  await set({
    email_enabled: "true",
    email_host: "127.0.0.1",
    email_port: String(mails.port),
    email_from_address: "site@example.org",
  });
  await reader.goto(server.url("/login"));
  await accessible(reader);
  await follow(reader, () => reader.getByRole("link", { name: "Create an account" }).click());
  await expect(reader).toHaveURL(server.url("/register"));
  await accessible(reader, "light", "dark");
  await reader.getByLabel("E-mail").fill("eve at example");
  await reader.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(reader.getByLabel("E-mail")).toHaveAccessibleDescription(/does not look right/);
  await expect(reader.getByLabel("E-mail")).toHaveValue("eve at example");
  await reader.getByLabel("E-mail").fill(eve.email);
  await reader.getByRole("button", { name: "E-mail me a code" }).click();
  await expect(reader.getByRole("status")).toContainText("An e-mail with six digits is on its way.");
  await expect(reader.getByLabel("E-mail")).toHaveValue(eve.email);
  await accessible(reader, "light", "dark");
  expect(await overflowing(reader)).toEqual([]);

  await expect.poll(digits).toMatch(/^\d{6}$/);
  const fill = async (code: string, username: string) => {
    await reader.getByLabel("Code", { exact: true }).fill(code);
    await reader.getByLabel("Username").fill(username);
    await reader.getByLabel("Password").fill(eve.password);
    await follow(reader, () => reader.getByRole("button", { name: "Create the account" }).click());
  };
  await fill(digits() === "000000" ? "000001" : "000000", eve.username);
  await expect(reader.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(/This code is wrong/);
  await fill(digits(), "ADA");
  await expect(reader.getByLabel("Username")).toHaveAccessibleDescription(/already taken/);
  await expect(reader.getByLabel("E-mail")).toHaveValue(eve.email);
  await fill(digits(), eve.username);
  await expect(reader).not.toHaveURL(/register/);
  expect(await ada.get<{ username: string; role: string }[]>("/admin/users")).toContainEqual(
    expect.objectContaining({ username: "eve", role: "SUBSCRIBER" }),
  );
});

test("with JavaScript it is the same; who has a code goes straight to the account", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await page.goto(server.url("/register"));
  await page.getByLabel("E-mail").fill("mallory@example.org");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("on its way");
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue("mallory@example.org");
  await follow(page, () => page.getByRole("link", { name: "Send another code" }).click());
  await follow(page, () => page.getByRole("link", { name: "I have a code" }).click());
  await expect(page.getByLabel("Code", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Create the account" })).toBeVisible();
});
