import { type Api } from "./rig/api";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
  await ada.post({
    title: "The old chart",
    originalContent: "A needle lies in the *harbour*, and <b>bold</b> words.",
    createTime: "2024-03-01T00:00:00Z",
  });
  await ada.post({ title: "Harbour letter", originalContent: "Nothing of note.", createTime: "2020-03-01T00:00:00Z" });
  await ada.post({ title: "港口来信", originalContent: "潮汐与节气。" });
  await ada.post({ title: "Locked harbour", password: "open up", originalContent: "A canary inside." });
  await ada.post({ title: "Hidden canary", status: "DRAFT" });
  for (let i = 0; i < 25; i += 1) await ada.post({ title: `Tide ${i}`, originalContent: "ebb" });
});

test("a reader finds what was written, without JavaScript", async ({ reader, accessible }) => {
  await reader.goto(server.url("/"));
  await reader.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Search" }).click();
  await expect(reader).toHaveURL(server.url("/search"));
  await accessible(reader, "light", "dark");
  await reader.getByRole("searchbox").fill("harb");
  await reader.getByRole("button", { name: "Search" }).click();
  await expect(reader).toHaveURL(/\/search\?keyword=harb(&|$)/);
  await expect(reader.locator(".found h2")).toHaveText(["Locked harbour", "Harbour letter", "The old chart"]);
  await expect(reader.locator(".found mark")).toHaveText(["harbour", "Harbour", "harbour"]);
  await expect(reader.getByText("A needle lies in the harbour, and bold words.")).toBeVisible();
  await expect(reader.getByText("3 posts found")).toBeVisible();
  await expect(reader.getByText("This post is protected.")).toBeVisible();
  await accessible(reader, "light", "dark");
  expect(await overflowing(reader)).toEqual([]);

  await reader.getByRole("searchbox").fill("港口");
  await reader.keyboard.press("Enter");
  await expect(reader.locator(".found h2")).toHaveText(["港口来信"]);
  await reader.getByRole("link", { name: "港口来信" }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("港口来信");
});

test("what is not there, or not for readers, is not found", async ({ reader, accessible }) => {
  for (const keyword of ["canary", "%22%27%3Cscript%3E", "x".repeat(300), "AND%20OR%20*"]) {
    await reader.goto(server.url(`/search?keyword=${keyword}`));
    await expect(reader.getByRole("heading", { level: 2, name: /^No post contains/ })).toBeVisible();
  }
  await accessible(reader, "light");
  for (const keyword of ["", "%00", "%20"]) expect((await ask(server, `/search?keyword=${keyword}`)).status).toBe(200);
  expect((await ask(server, "/search?keyword=tide&page=99")).status).toBe(404);
  expect((await ask(server, "/search?keyword=tide&page=x")).status).toBe(404);
});

test("what is published is found at once, and no longer when it is not", async ({ reader }) => {
  await reader.goto(server.url("/search?keyword=tide"));
  await expect(reader.getByText("25 posts found")).toBeVisible();
  await reader.getByRole("link", { name: "Older" }).click();
  await expect(reader).toHaveURL(/keyword=tide&page=2$/);
  const post = await ada.post({ title: "Tide new", originalContent: "flow" });
  await reader.goto(server.url("/search?keyword=tide"));
  await expect(reader.getByText("26 posts found")).toBeVisible();
  await ada.status(post.id, "INTIMATE");
  await reader.reload();
  await expect(reader.getByText("25 posts found")).toBeVisible();
});

test("search engines may have the form, and nothing that it finds", async ({ reader }) => {
  const robots = reader.locator('meta[name="robots"]');
  for (const query of ["", "?keyword=", "?keyword=%20", "?year=1", "?other=a"]) {
    await reader.goto(server.url(`/search${query}`));
    await expect(robots, query).toHaveCount(0);
    await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute("href", server.url("/search"));
    await expect(reader.locator('meta[name="description"]')).toHaveAttribute("content", /^Find posts on /);
  }
  for (const query of ["?keyword=tide", "?keyword=nothing+at+all", "?keyword=tide&page=2", "?year=2020"]) {
    await reader.goto(server.url(`/search${query}`));
    await expect(robots, query).toHaveAttribute("content", "noindex");
  }
});

test("what is found follows what is typed, within a section, and what was meant is offered", async ({
  open,
  accessible,
}) => {
  const page = await open();
  // Somebody types before the script is there.
  const held: (() => void)[] = [];
  await page.route(/\/seek\.js/, (route) => held.push(() => void route.continue()));
  await page.goto(server.url("/search"));
  await page.getByRole("searchbox").pressSequentially("harb");
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  // While requests are held, the browser keeps no styles either, and may begin the next page before they are there.
  await page.unroute(/\/seek\.js/);
  await expect(page.locator(".found h2")).toHaveText(["Locked harbour", "Harbour letter", "The old chart"]);
  await expect(page.getByRole("status")).toHaveText("3 posts found");
  await expect(page).toHaveURL(server.url("/search?keyword=harb"));
  await page.getByRole("combobox", { name: "Year" }).selectOption("2020");
  await expect(page.locator(".found h2")).toHaveText(["Harbour letter"]);
  await expect(page).toHaveURL(server.url("/search?keyword=harb&year=2020"));
  await expect(page.getByRole("searchbox")).toHaveValue("harb");
  await accessible(page, "light", "dark");
  await page.getByRole("combobox", { name: "Year" }).selectOption("");
  await page.getByRole("searchbox").fill("harbuor");
  await page.getByRole("link", { name: "harbour", exact: true }).click();
  await expect(page.getByText("3 posts found")).toBeVisible();
});
