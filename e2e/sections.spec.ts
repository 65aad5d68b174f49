import { type Api } from "./rig/api";
import { follow } from "./rig/documents";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
let ada: Api;
let about: { id: number; url: string };

test.beforeAll(async () => {
  ada = owner(server);
  about = await ada.sheet({
    title: "About us",
    originalContent: "## Who\n\nThree people.\n\n## Where\n\nAt the pier.",
    summary: "What this is.",
  });
  await ada.sheet({ title: "The crew", password: "tide", originalContent: "Only for us." });
  for (let i = 1; i <= 15; i += 1) await ada.journal({ sourceContent: `Note **${i}**` });
  for (const [name, team] of [
    ["Charts", "Reference"],
    ["A friend", "Friends"],
    ["Sails", ""],
  ])
    await ada.must(201, "POST", "/admin/links", { name, team, url: "https://example.org/" });
  for (const createTime of ["2024-02-03T04:05:06Z", "2025-11-05T00:00:00Z", "2025-11-06T00:00:00Z"])
    await ada.post({ title: `Story of ${createTime.slice(0, 10)}`, createTime });
});

test("a sheet stands at the top of the site, without a date; its old address leads to it", async ({
  reader,
  accessible,
}) => {
  await reader.goto(server.url("/about-us"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("About us");
  await expect(reader.locator("main time")).toHaveCount(0);
  await expect(reader.locator("main")).toContainText("Three people.");
  await accessible(reader, "light", "dark");
  await ada.must(200, "PUT", `/admin/sheets/${about.id}`, { title: "About us", slug: "about" });
  await reader.goto(server.url("/about-us"));
  await expect(reader).toHaveURL(server.url("/about"));
  const map = await (await fetch(server.url("/sitemap.xml"))).text();
  for (const path of ["/about", "/the-crew", "/archives", "/journals", "/links"])
    expect(map).toContain(`${path}</loc>`);
  expect(map).not.toContain("/about-us");
});

test("a protected sheet opens with its password, without a script", async ({ reader, accessible }) => {
  await reader.goto(server.url("/the-crew"));
  await expect(reader.getByText("Only for us.")).toHaveCount(0);
  await accessible(reader);
  await reader.getByLabel("Password").fill("wind");
  await follow(reader, () => reader.getByRole("button", { name: "Open" }).click());
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/This is not the password/);
  await reader.getByLabel("Password").fill("tide");
  await follow(reader, () => reader.getByRole("button", { name: "Open" }).click());
  await expect(reader.getByText("Only for us.")).toBeVisible();
});

test("the journal is paged, and a note is liked without a script", async ({ reader, accessible }) => {
  await reader.goto(server.url("/journals"));
  await expect(reader.getByRole("article")).toHaveCount(13);
  await expect(reader.getByRole("article").first()).toContainText("Note 15");
  await accessible(reader, "light", "dark");
  await follow(reader, () => reader.getByRole("article").first().getByRole("button", { name: "Like" }).click());
  await expect(reader).toHaveURL(({ pathname }) => pathname === "/journals/15");
  await expect(reader.getByRole("button")).toContainText(["Like 1"]);
  await accessible(reader);
  await reader.goto(server.url("/journals"));
  await expect(reader.getByRole("article").first().getByRole("button")).toHaveText("Like 1");
  await reader.getByRole("link", { name: "Older" }).click();
  await expect(reader.getByRole("article")).toHaveCount(2);
});

test("links stand under their teams, stories under their months", async ({ reader, accessible }) => {
  await reader.goto(server.url("/links"));
  await expect(reader.getByRole("heading", { level: 2 })).toHaveText(["Friends", "Reference", "More links"]);
  await accessible(reader, "light", "dark");
  await reader.goto(server.url("/archives"));
  await expect(reader.getByRole("heading", { level: 2 })).toHaveText(["November 2025", "February 2024"]);
  await accessible(reader, "light", "dark");
  await reader.getByRole("link", { name: "Nov 2", exact: true }).click();
  await expect(reader).toHaveURL(server.url("/archives/2025/11"));
  await expect(reader.locator(".archive a")).toHaveText(["Story of 2025-11-06", "Story of 2025-11-05"]);
  await accessible(reader);
});

test("the owner's menu takes the place of the sections, with entries below one another", async ({
  reader,
  accessible,
}) => {
  await reader.goto(server.url("/about"));
  const nav = reader.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link")).toHaveText(["Latest", "Archive", "Categories", "Tags", "Feed", "Search"]);
  const more = await ada.must<{ id: number }>(201, "POST", "/admin/menus", { name: "More", url: "/categories" });
  await ada.must(201, "POST", "/admin/menus", { name: "Journal", url: "/journals", parentId: more.id });
  await ada.must(201, "POST", "/admin/menus", { name: "About", url: "/about", priority: 1 });
  await reader.reload();
  await expect(nav.getByRole("link")).toHaveText(["About"]);
  await expect(nav.getByRole("link", { name: "About" })).toHaveAttribute("aria-current", "page");
  await nav.locator("summary").click();
  await expect(nav.getByRole("link")).toHaveText(["About", "More", "Journal"]);
  await accessible(reader, "light", "dark");
  await nav.getByRole("link", { name: "Journal" }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Journal");
});

test("every page fits a narrow screen", async ({ open }) => {
  const page = await open({ javaScriptEnabled: true, viewport: { width: 320, height: 700 } });
  for (const path of ["/about", "/the-crew", "/journals", "/journals/3", "/links", "/archives", "/archives/2025/11"]) {
    await page.goto(server.url(path));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
});
