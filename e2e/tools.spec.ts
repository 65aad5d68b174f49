import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Api } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite({ NODE_OPTIONS: `--import=${join(root, "e2e/rig/internet.mjs")}` });

type Got = { headers: IncomingHttpHeaders; event: string };
const got: Got[] = [];
let answer = 204;
const listener = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    got.push({ headers: request.headers, event: (JSON.parse(body) as Got).event });
    response.writeHead(answer).end();
  });
});
test.beforeAll(() => new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve)));
test.afterAll(() => new Promise((resolve) => listener.close(resolve)));
const hookUrl = () => `http://hooks.example.com:${(listener.address() as AddressInfo).port}/broadsheet`;

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);

test("a token with the scope to read is made, shown once, and reads", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/tokens");
  await expect(page.getByRole("link", { name: "How the API works" })).toHaveAttribute("href", "/api/docs");
  await expectSound(page, "no tokens");
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make the token" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/This field is required/);
  await expectSound(page, "the dialog for a token");
  await dialog.getByLabel("Name").fill("Reading script");
  await expect(dialog.getByLabel("Read what you may read")).toBeChecked();
  await page.keyboard.press("Enter");
  const field = page.getByRole("dialog", { name: "The token is made" }).getByLabel("Token");
  const token = await field.inputValue();
  await expectSound(page, "a token");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("cell", { name: "Reading script", exact: true })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  const api = new Api(server, token);
  expect((await api.call("GET", "/admin/posts")).status).toBe(200);
  expect((await api.call("POST", "/admin/posts", { title: "No" })).status).toBe(403);
  await page.reload();
  await expect(page.getByRole("row", { name: /Reading script/ })).not.toContainText("never");
});

test("a webhook is made, tested, and its messages sent again", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/webhooks");
  await expectSound(page, "no webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Search engine");
  await dialog.getByLabel("Address").fill("http://127.0.0.1/hook");
  await dialog.getByLabel("A post was published").check();
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/not on the public internet/);
  await expectSound(page, "the dialog for a webhook");
  await dialog.getByLabel("Address").fill(hookUrl());
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await expect(page.getByRole("dialog", { name: "The webhook is made" }).getByLabel("Secret")).toHaveValue(/^whsec_/);
  await page.keyboard.press("Escape");

  // By keys alone: to the row, its test, the answer.
  await expect(page.getByRole("link", { name: "Search engine" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator(":focus")).toHaveText("Search engine");
  await page.keyboard.press("t");
  const tried = page.getByRole("dialog", { name: "Test Search engine" });
  await tried.getByRole("button", { name: "Send a ping" }).press("Enter");
  await expect(tried.getByRole("status")).toContainText("answered 204");
  await expectSound(page, "the answer");
  expect(got.map(({ event }) => event)).toEqual(["ping"]);
  answer = 500;
  await tried.getByRole("button", { name: "Send a ping" }).press("Enter");
  await expect(tried.getByRole("status")).toContainText("answered 500");
  answer = 200;

  await tried.getByRole("link", { name: "Deliveries" }).click();
  await expect(page.getByRole("heading", { name: "Search engine" })).toBeVisible();
  await expect(page.locator("[data-row]")).toHaveCount(2);
  await expectSound(page, "the deliveries");
  await page.getByRole("button", { name: "Test…" }).click();
  await tried.getByRole("button", { name: "Send a ping" }).press("Enter");
  await expect(tried.getByRole("status")).toContainText("answered 200");
  await tried.getByRole("link", { name: "Deliveries" }).click();
  await expect(tried).toBeHidden();
  await expect(page.locator("[data-row]")).toHaveCount(3);
  await page.locator("[data-row]").last().getByRole("button", { name: "Actions for “ping”" }).click();
  await page.getByRole("menuitem", { name: "Send again" }).click();
  await expect(page.getByText("On its way again.")).toBeVisible();
  await expect(page.locator("[data-row]").first()).toContainText("answered 200");
  await expect.poll(() => got.length).toBe(4);
  expect(got[3]?.headers["x-broadsheet-delivery"]).toBe(got[0]?.headers["x-broadsheet-delivery"]);
});

test("the audit log shows both, narrows by its address, and is downloaded as it is narrowed", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/logs");
  await expect(page.getByText("The access token “Reading script”".replace(/[“”]/g, '"'))).toBeVisible();
  await expect(page.getByText("A ping was sent.").first()).toBeVisible();
  await expect(page.getByText("A message was sent again.")).toBeVisible();
  await expectSound(page, "the audit log");
  await page.getByLabel("Kind").selectOption("pingWebhook");
  await expect(page).toHaveURL(/operation=pingWebhook/);
  await expect(page.locator("[data-row]")).toHaveCount(3);
  await page.getByLabel("From").fill("2020-01-01");
  await expect(page).toHaveURL(/from=2020-01-01T00%3A00%3A00.000Z/);
  await expect(page.locator("[data-row]")).toHaveCount(3);
  for (const [format, lines] of [
    ["As a table (CSV)", 4],
    ["For programs (JSON Lines)", 3],
  ] as const) {
    await page.getByRole("button", { name: "Export" }).click();
    const begun = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: format }).click();
    const text = readFileSync(await (await begun).path(), "utf8");
    expect(text.trim().split("\n"), format).toHaveLength(lines);
    expect(text).toContain("A ping was sent.");
  }
  await page.getByLabel("to", { exact: true }).fill("2020-01-02");
  await expect(page.getByText("Nothing in the log matches.")).toBeVisible();
});

test("whoever reads the dashboard in Chinese reads the log and the jobs in Chinese, and programs as before", async ({
  open,
}) => {
  const api = owner(server);
  const { username, nickname, email } = await api.get<Record<string, string>>("/admin/profile");
  const speak = (locale: string) => api.must(200, "PUT", "/admin/profile", { username, nickname, email, locale });
  await speak("zh-CN");
  const page = await open();
  await enter(page, server, "/admin/logs?operation=pingWebhook");
  await expect(page.getByText("已发送测试消息。", { exact: false }).first()).toBeVisible();
  await expect(page.getByText("A ping was sent.")).toHaveCount(0);
  await enter(page, server, "/admin/jobs");
  await expect(page.getByText("定期清理").first()).toBeVisible();
  await expect(page.getByText("Delete overdue texts", { exact: false })).toHaveCount(0);
  expect(JSON.stringify(await api.get("/admin/logs?operation=pingWebhook"))).toContain("A ping was sent.");
  await speak("en");
});

test("a failed job tells why, starts again, and the page follows it", async ({ open }) => {
  const page = await open();
  answer = 410;
  const [hook] = await owner(server).get<{ id: number }[]>("/admin/webhooks");
  await owner(server).must(200, "POST", `/admin/webhooks/${hook?.id}/ping`, {});
  await enter(page, server, "/admin/jobs");
  await expect(page.getByRole("link", { name: /^Failed 1/ })).toBeVisible();
  await page.getByRole("link", { name: /^Failed/ }).click();
  await expect(page.getByText(/^Next: /)).toBeVisible();
  await expectSound(page, "the jobs");
  await expect(page.locator("[data-row]")).toContainText('Webhook "Search engine": ping');
  await page.getByRole("button", { name: "Webhook message", exact: true }).press("Enter");
  const log = page.getByRole("dialog");
  await expect(log).toContainText("The receiver answered 410: it does not want these messages any more.");
  await expectSound(page, "the log of a job");
  await page.keyboard.press("Escape");
  // Keys pressed while it closes are the dialog's.
  await expect(log).toBeHidden();
  answer = 204;
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(page.getByText("Started again.")).toBeVisible();
  await expect(page.getByText("Nothing has failed.")).toBeVisible();
  await page.goto(server.url("/admin/jobs"));
  await expect(page.getByRole("link", { name: /^Done/ })).not.toHaveText("Done0");
});

test("what is deleted asks first, and a phone has room for all of it", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  for (const path of ["/admin/jobs", "/admin/logs", "/admin/webhooks", "/admin/webhooks/1", "/admin/tokens"]) {
    await enter(page, server, path);
    await fits(page);
    await expectSound(page, path);
  }
  await page.goto(server.url("/admin/webhooks"));
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("An import has ended")).not.toBeInViewport();
  await expect(dialog.getByRole("button", { name: "Make the webhook" })).toBeInViewport({ ratio: 1 });
  await expectSound(page, "a dialog that is longer than a phone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto(server.url("/admin/tokens"));
  await page.getByRole("button", { name: "Actions for “Reading script”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expectSound(page, "the question");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("You have no access tokens.", { exact: false })).toBeVisible();
});

test("lists stay within their page at every width", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/jobs");
  for (const path of ["jobs", "logs", "users", "posts", "tags"]) {
    await page.goto(server.url(`/admin/${path}`));
    for (const width of [640, 768, 1023, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const spilled = await page
        .locator("main table, main [role=table]")
        .evaluateAll((tables) =>
          tables.map(
            (table) => table.getBoundingClientRect().right - (table.parentElement?.getBoundingClientRect().right ?? 0),
          ),
        );
      expect(Math.max(0, ...spilled), `${path}, ${width} px`).toBeLessThanOrEqual(1);
    }
  }
});
