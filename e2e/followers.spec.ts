import { join } from "node:path";
import Sqlite from "../db/sqlite-driver.mjs";
import { aMailServer, type MailServer, partOf } from "../lib/testing/mail-server";
import { enter, expectSound } from "./rig/desk";
import { follow } from "./rig/documents";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// A reader follows by mail; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = serveSite();
let mails: MailServer;

test.beforeAll(async () => {
  mails = await aMailServer();
});
test.afterAll(() => mails.close());

const set = (values: Record<string, string>) =>
  owner(server).must(
    200,
    "PUT",
    "/admin/options/batch",
    Object.entries(values).map(([key, value]) => ({ key, value })),
  );
const texts = () => mails.received.map((mail) => partOf(mail, "text/html"));
/** The address in the latest mail that begins so, once there are so many mails. */
async function linkIn(count: number, beginning: string): Promise<string> {
  await expect.poll(() => mails.received.length).toBe(count);
  const found = new RegExp(`href="${server.url(beginning)}([^"]+)"`).exec(texts().at(-1) ?? "")?.[1] ?? "";
  return server.url(beginning + found.replaceAll("&#38;", "&"));
}

test("nobody can follow a site that sends no mail, or does not want to be followed", async ({ reader }) => {
  expect((await ask(server, "/feeds/mail")).status).toBe(404);
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("link", { name: "Follow by mail" })).toHaveCount(0);
});

test("a reader leaves an address and confirms it, without JavaScript", async ({ reader, accessible }) => {
  await set({
    email_enabled: "true",
    email_host: "127.0.0.1",
    email_port: String(mails.port),
    email_from_address: "site@example.org",
    follow_enabled: "true",
  });
  await reader.goto(server.url("/"));
  await follow(reader, () => reader.getByRole("link", { name: "Follow by mail" }).click());
  await accessible(reader, "light", "dark");
  await reader.setViewportSize({ width: 320, height: 700 });
  expect(await overflowing(reader)).toEqual([]);
  await reader.getByLabel("E-mail address").fill("eve at example");
  await follow(reader, () => reader.getByRole("button", { name: "Follow" }).click());
  await expect(reader.getByLabel("E-mail address")).toHaveAccessibleDescription(/does not look like/);
  await reader.getByLabel("E-mail address").fill("eve@example.org");
  await follow(reader, () => reader.getByRole("button", { name: "Follow" }).click());
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Look into your mailbox");
  await reader.goto(await linkIn(1, "/confirm"));
  await accessible(reader, "light", "dark");
  expect(await overflowing(reader)).toEqual([]);
  await follow(reader, () => reader.getByRole("button", { name: "Yes, mail me" }).click());
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("That is settled.");
});

test("the editor says who will get a post, which is mailed once", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts/new");
  await page.getByLabel("Title", { exact: true }).fill("Tides");
  await page.getByRole("banner").getByRole("button", { name: "Publish" }).click();
  const sheet = page.getByRole("dialog", { name: "Publish" });
  await expect(sheet.getByLabel("Mail it to 1 follower")).toBeChecked();
  await expectSound(page, "the dialog before publication");
  await sheet.getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(() => mails.received.length).toBe(2);
  expect(mails.received.at(-1)?.to).toEqual(["eve@example.org"]);

  await page.goto(server.url("/admin/followers"));
  await expect(page.locator("[data-row]")).toHaveText([/eve@example\.org/]);
  await expectSound(page, "the followers");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Export CSV").click()]);
  expect(file.suggestedFilename()).toBe("followers.csv");
});

test("a follower changes how often, and leaves with one click", async ({ reader, accessible }) => {
  const link = await linkIn(2, "/unsubscribe/posts/");
  await reader.goto(link);
  await expect(reader).toHaveURL(/\/unsubscribe\?list=posts&token=/);
  await accessible(reader, "light", "dark");
  const changing = () => follow(reader, () => reader.getByRole("link", { name: "Change how often instead" }).click());
  await changing();
  await expect(reader.getByLabel("A mail for each post")).toBeChecked();
  await reader.getByLabel("One mail a week").check();
  await follow(reader, () => reader.getByRole("button", { name: "Yes, mail me" }).click());
  await reader.goto(link);
  await changing();
  await expect(reader.getByLabel("One mail a week")).toBeChecked();
  const oneClick = () =>
    ask(server, new URL(link).pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
  expect([(await oneClick()).status, (await oneClick()).status]).toEqual([200, 404]);
  await reader.goto(link);
  await follow(reader, () => reader.getByRole("button", { name: "Stop these e-mails" }).click());
  await expect(reader.getByRole("alert")).toBeVisible();
});

test("a server that is killed in the middle of a mailing goes on with it, and mails nobody twice", async () => {
  const people = Array.from({ length: 90 }, (_, n) => `reader-${n}@example.org`);
  const db = new Sqlite(join(server.dataDir, "broadsheet.db"));
  const store = db.prepare(
    "INSERT INTO followers (email, status, rhythm, asked_time, confirmed_time, create_time) VALUES (?, 'FOLLOWING', 'EACH', 1, 1, 1)",
  );
  db.transaction(() => people.forEach((email) => store.run(email)))();
  db.close();
  mails.received.length = 0;
  await owner(server).post({ title: "Ebb", originalContent: "The water goes." });
  const kills = [15, 30, 45];
  for (const enough of kills) {
    await expect.poll(() => mails.received.length, { intervals: [10] }).toBeGreaterThanOrEqual(enough);
    await server.kill();
    await server.start();
  }
  type Mailing = { state: string };
  const state = () => {
    const read = new Sqlite(join(server.dataDir, "broadsheet.db"), { readonly: true });
    const rows = read.prepare("SELECT state FROM mailings ORDER BY id").all() as Mailing[];
    read.close();
    return rows.at(-1)?.state;
  };
  await expect.poll(state).toBe("SENT");
  const reached = mails.received.map(({ to }) => to.join());
  expect(new Set(reached).size).toBe(reached.length);
  // The mail that is under way in such a moment may be lost.
  expect(reached.length).toBeGreaterThanOrEqual(people.length - kills.length);
});
