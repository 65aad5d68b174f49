import { type Api } from "./rig/api";
import { enter, expectSound } from "./rig/desk";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
const places = ["/admin/nothing", "/admin/posts/1/nothing", "/admin/nothing/at/all?x=1"];
let ada: Api;
test.beforeAll(async () => void (ada = owner(server)));

test("an address of the dashboard where nothing is says so inside the dashboard, loaded or led to", async ({
  openUnwatched,
}) => {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [1280, "dark"],
    [768, "light"],
    [360, "dark"],
    [360, "light"],
  ] as const) {
    const page = await openUnwatched({ viewport: { width, height: 800 }, colorScheme, locale: "en-US" });
    await enter(page, server, "/admin/tags");
    for (const path of places) {
      const answer = await page.goto(server.url(path));
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name: "Not found", level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/Not found/);
      if (width > 800) await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
    }
    await expectSound(page, `nothing at ${width}`);
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL(server.url("/admin"));
  }
});

test("the browser finds the page that the server drew, also where a place with parts is open", async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  await enter(page, server, "/admin/users");
  for (const path of ["/admin/users/999", "/admin/tags/999", "/admin/nothing"]) {
    expect((await page.goto(server.url(path)))?.status(), path).toBe(404);
    // The keys answer once the page lives.
    await expect(async () => {
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible({ timeout: 500 });
    }).toPass();
  }
});

test("what somebody may not open is answered in the same way", async ({ openUnwatched }) => {
  const bob = { username: "bob", password: "a kettle on the stove" };
  await ada.must(201, "POST", "/admin/users", {
    ...bob,
    nickname: "Bob",
    email: "bob@example.org",
    title: "x",
    role: "AUTHOR",
  });
  const page = await openUnwatched({ locale: "en-US" });
  await enter(page, server, "/admin/profile", bob);
  expect((await page.goto(server.url("/admin/users")))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Not found", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the dashboard" })).toBeVisible();
});

test("strangers are led to the sign-in from there as from any page of the dashboard, and learn nothing", async () => {
  const answers = await Promise.all(
    ["/admin/tags", "/admin/users", ...places].map(async (path) => {
      const { status, headers, text } = await ask(server, path);
      return { status, location: headers.location?.replace(encodeURIComponent(path), "PATH"), text };
    }),
  );
  for (const { status, location } of answers) expect([status, location]).toEqual([307, "/login?next=PATH"]);
  for (const { text } of answers) expect(text).not.toContain("Not found");
});
