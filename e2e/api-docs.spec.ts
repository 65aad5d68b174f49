import type { Page } from "@playwright/test";
import { slowness } from "../lib/testing/cost";
import { account, install } from "./rig/api";
import { violations } from "./rig/axe";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { serve } from "./rig/server";
import { expect, test } from "./rig/test";
import { weigh } from "./rig/weight";

const server = serve({ WARM_UP: "on" });
const DOCS = "/api/docs";
const usable = (page: Page) => page.evaluate(() => performance.getEntriesByName("usable")[0]?.startTime ?? Infinity);
const callAt = (page: Page, id: string) => page.locator(`[id="${id}"]`);

test("the API shows itself, with nothing from elsewhere and nothing its policy forbids", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto(server.url(DOCS));
  await expect(page.getByRole("heading", { name: "From nothing to a published post" })).toBeVisible();
  await page.goto(server.url(`${DOCS}#get-/api/content/posts/search`));
  await expect(page.getByText("At most 1,000 are found and counted.").first()).toBeVisible();
  await page.goto(server.url(`${DOCS}#put-/api/admin/posts/{postId}`));
  await expect(callAt(page, "put-/api/admin/posts/{postId}").getByText("If-Match").first()).toBeVisible();
  await page.goto(server.url(`${DOCS}#post-/api/admin/posts`));
  await expect(callAt(page, "post-/api/admin/posts").getByRole("textbox", { name: "Body (JSON)" })).toHaveValue(
    /It weaves \*algebraic\* patterns\./,
  );
  expect([...hosts]).toEqual([new URL(server.url("/")).host]);
});

test("an address that nobody can read opens nothing, and takes nothing away", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(server.url(`${DOCS}#%E0`));
  await expect(page.getByRole("searchbox", { name: "Show calls with" })).toBeVisible();
});

test("it is there at once: packed, kept, and soon usable", async ({ open }) => {
  for (const path of [DOCS, "/api/openapi.json"]) {
    const plain = await ask(server, path);
    for (const encoding of ["br", "gzip"]) {
      const packed = await ask(server, path, { headers: { "accept-encoding": encoding } });
      expect([path, packed.status, packed.headers["content-encoding"], packed.text === plain.text]).toEqual([
        path,
        200,
        encoding,
        true,
      ]);
      expect(packed.bytes.byteLength, `${path} as ${encoding}`).toBeLessThan(60_000);
      expect(
        (
          await ask(server, path, {
            headers: { "accept-encoding": encoding, "if-none-match": String(packed.headers.etag) },
          })
        ).status,
      ).toBe(304);
    }
  }
  const page = await open({ viewport: { width: 1280, height: 900 } });
  const weightOf = await weigh(page);
  await page.goto(server.url(DOCS));
  expect(await usable(page), "milliseconds until it is usable").toBeLessThan(2000 * slowness());
  await page.waitForLoadState("networkidle");
  expect(weightOf("Document", "Script", "Stylesheet"), "bytes").toBeLessThan(70_000);
});

for (const [width, colorScheme, checked] of [
  [1280, "light", true],
  [768, "light", false],
  [360, "dark", true],
] as const)
  test(`it is sound at ${width} pixels in ${colorScheme}, with one call open`, async ({ open }) => {
    const page = await open({ viewport: { width, height: 900 }, colorScheme });
    await page.goto(server.url(`${DOCS}#post-/api/admin/posts`));
    await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    // axe takes long for so many elements: colours and widths are each checked once.
    if (checked) expect(await violations(page)).toEqual([]);
    expect(await overflowing(page)).toEqual([]);
    await page.getByRole("searchbox").fill("comments put");
    await expect(page.getByRole("status")).toHaveText(/^\d+ calls\.$/);
    expect(await overflowing(page)).toEqual([]);
  });

test("it can be read without a script", async ({ reader }) => {
  await reader.goto(server.url(DOCS));
  const call = callAt(reader, "get-/api/content/posts");
  await expect(call.getByText("X-Total-Count")).toBeHidden();
  await call.getByText("List public posts").click();
  await expect(call.getByText("X-Total-Count")).toBeVisible();
  await expect(reader.getByRole("searchbox")).toBeHidden();
});

test("a call is found, opened and tried from the keyboard", async ({ open }) => {
  await install(server);
  const login = await fetch(server.url("/api/admin/login"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: account.username, password: account.password }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const page = await open({ viewport: { width: 1280, height: 900 } });
  await page.goto(server.url(DOCS));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the guide" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#guide")).toBeFocused();
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("post /api/admin/tags create");
  await expect(page.getByRole("status")).toHaveText("1 call.");
  await page.keyboard.press("Tab");
  await page.keyboard.type(accessToken);
  await page.keyboard.press("Tab");
  await expect(callAt(page, "post-/api/admin/tags").locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  const body = page.getByRole("textbox", { name: "Body (JSON)" });
  for (let steps = 0; steps < 8 && !(await body.evaluate((element) => element === document.activeElement)); steps += 1)
    await page.keyboard.press("Tab");
  await expect(body).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("output")).toContainText("POST /api/admin/tags: 201");
  const tags = (await (await fetch(server.url("/api/content/tags"))).json()) as unknown[];
  expect(tags).toHaveLength(1);
});

test("those who look around below /api are led to it", async ({ open }) => {
  const page = await open();
  for (const path of ["/api", "/api/", "/api/content"]) {
    await page.goto(server.url(path));
    expect(page.url()).toBe(server.url(DOCS));
  }
});

test("its commands say the address it was asked at, where the site is set to none", async ({ open }) => {
  const page = await open();
  await page.goto(server.url(DOCS));
  await expect(page.getByText(`curl ${server.url("/api/content/posts")}`, { exact: false }).first()).toBeVisible();
});
