import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { generate } from "otplib";
import { siteLooks } from "../lib/core/looks";
import { account, type Api } from "./rig/api";
import { enter, openPage } from "./rig/desk";
import { dashboardPages, pagesIn } from "./rig/pages-in";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";
import { weigh } from "./rig/weight";

// The first test installs the site, the second signs in.
test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;

/** Bytes of compressed script that a page may load on a first visit. */
const budget = (path: string) => (/^\/admin\/(posts|sheets)\//.test(path) ? 350_000 : 200_000);

/** Opens a page for the first time, and returns the bytes of its scripts once nothing more loads. */
async function scriptOf(page: Page, path: string): Promise<number> {
  const weight = await weigh(page);
  await page.goto(server.url(path), { waitUntil: "networkidle" });
  await expect.poll(() => weight("Document"), path).toBeGreaterThan(0);
  return weight("Script");
}

test("what stands before the dashboard brings no script", async ({ open }) => {
  const page = await open();
  const paths = pagesIn("(account)", "/");
  expect(paths).toEqual(expect.arrayContaining(["/login", "/register", "/setup"]));
  expect(await scriptOf(page, "/setup")).toBe(0);
  await expect(page).toHaveURL(server.url("/setup"));
  ada = owner(server);
  for (const path of paths.filter((path) => path !== "/setup" && path !== "/login/factor")) {
    expect(await scriptOf(page, path), path).toBe(0);
    await expect(page).toHaveURL(server.url(path));
  }
});

test("no page of the dashboard brings more script than it may", async ({ open }) => {
  const page = await open();
  const post = await ada.post({ title: "Weighed", originalContent: "Words." });
  const sheet = await ada.sheet({ title: "Weighed", originalContent: "Words." });
  await enter(page, server);
  const hook = await ada.must<{ id: number }>(201, "POST", "/admin/webhooks", {
    name: "Weighed",
    url: "https://hooks.example.com/",
    events: ["post.published"],
  });
  const ids: Record<string, number | string> = {
    postId: post.id,
    sheetId: sheet.id,
    webhookId: hook.id,
    userId: 1,
    group: "mail",
    importId: await ada.lookThrough(),
  };
  for (const path of dashboardPages(ids)) {
    const bytes = await scriptOf(page, path);
    await expect(page).toHaveURL(server.url(path));
    expect(bytes, `${path}: the count`).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThanOrEqual(budget(path));
  }
});

test("the rules of a form come when somebody begins to fill it in", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/profile");
  const weight = await weigh(page);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const name = page.getByLabel("Name", { exact: true });
  await name.fill(" ");
  await name.press("Tab");
  await expect(name).toHaveAccessibleDescription(/This field is required/);
  await expect.poll(() => weight("Script")).toBeGreaterThan(0);
  expect(sent).toEqual([]);
});

test("what cannot be fetched says so, and a form without its rules is judged by the operation alone", async ({
  openUnwatched,
}) => {
  const page = await openUnwatched();
  const cutOff = () => page.route("**/_next/static/**", (route) => route.abort());
  await enter(page, server, "/admin/profile");
  await page.waitForLoadState("networkidle");
  await cutOff();
  const name = page.getByLabel("Name", { exact: true });
  await name.fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(name).toHaveAccessibleDescription(/This field is required/);
  await page.unroute("**/_next/static/**");
  await openPage(page, server.url("/admin/users"));
  await page.waitForLoadState("networkidle");
  await cutOff();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("This could not be loaded.")).toBeVisible();
});

test("the second step of signing in brings no script either", async ({ open }) => {
  const { mfaKey } = await ada.must<{ mfaKey: string }>(200, "PUT", "/admin/profile/mfa/generate", {
    authcode: "000000",
  });
  const turnedOn = await ada.call(
    "PUT",
    "/admin/profile/mfa",
    { authcode: await generate({ secret: mfaKey }), mfaKey, mfaType: "TFA_TOTP" },
    { "x-current-password": account.password },
  );
  expect(turnedOn.status).toBe(200);
  const page = await open();
  await page.goto(server.url("/login"));
  await page.getByLabel("Username").fill(account.username);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/login\/factor/);
  expect(await scriptOf(page, "/login/factor")).toBe(0);
  await expect(page).toHaveURL(server.url("/login/factor"));
});

test("a text with all that texts have costs at most 60 KB on a first visit in each look, waiting for one file", async ({
  open,
}) => {
  const samples = join(root, "lib/cli/demo");
  const texts = ["how-we-predict-the-tide", "storm-on-the-twelfth", "restoring-the-tern"].map((name) =>
    readFileSync(join(samples, `${name}.md`), "utf8").replace(/^---\n[^]*?\n---\n/, ""),
  );
  const { url } = await ada.post({
    title: "A text of some length, with *all* that texts have",
    originalContent: `${texts.join("\n\n")}\n\n> Said *so*, with a \`word\` of code.\n\n> [!NOTE]\n> Mind the *tide*.\n\n![](/demo/dawn.svg)\n![](/demo/chart.svg)`,
  });
  for (const [value, { fonts }] of Object.entries(siteLooks)) {
    await ada.must(200, "PUT", "/admin/options/batch", [{ key: "site_look", value }]);
    const page = await open();
    const weight = await weigh(page);
    const styles: string[] = [];
    page.on("request", (request) => request.resourceType() === "stylesheet" && styles.push(request.url()));
    await page.goto(server.url(url), { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    await expect.poll(() => weight("Document"), value).toBeGreaterThan(0);
    expect(await page.locator("main em, main i, main blockquote").count(), "words in italic").toBeGreaterThan(0);
    for (const figure of [".admonition", ".gallery"]) await expect(page.locator(figure).first()).toBeVisible();
    // Counts the headers as well.
    if (fonts === "newsreader") expect(weight("Font"), value).toBeGreaterThan(30_000);
    expect(weight("Document", "Stylesheet", "Font", "Script"), value).toBeLessThanOrEqual(60_000);
    expect(styles, value).toHaveLength(1);
    await page.close();
  }
});
