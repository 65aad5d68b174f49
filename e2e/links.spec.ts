import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Api } from "./rig/api";
import { enter, expectSound, message } from "./rig/desk";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite({ NODE_OPTIONS: `--import=${join(root, "e2e/rig/internet.mjs")}` });
let api: Api;

/** Another site, which the server reaches under a name of the public internet. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);
const other = createServer((request, response) => {
  if (request.url === "/logo.png") response.writeHead(200, { "content-type": "image/png" }).end(pixel);
  else if (request.url === "/")
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<title>The Analytical Society</title><meta name=description content="Papers."><link rel=icon href=logo.png>`,
      );
  else response.writeHead(404).end();
});
test.beforeAll(async () => {
  api = owner(server);
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
});
test.afterAll(() => new Promise((resolve) => other.close(resolve)));
const there = (path = "/") => `http://hooks.example.com:${(other.address() as AddressInfo).port}${path}`;

const row = (page: Page, name: string) =>
  page.locator("[data-row]").filter({ has: page.getByRole("button", { name, exact: true }) });
const names = async () =>
  (await api.get<{ name: string; team: string }[]>("/admin/links")).map(({ name, team }) =>
    team ? `${team}: ${name}` : name,
  );
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);

// Unwatched, since logos of other sites are shown from there.
test("a link is filled in from its page, saved, and seen by visitors at once", async ({ openUnwatched }) => {
  const page = await openUnwatched({ locale: "en-US" });
  // The other site's logo is fetched by its server, and by browsers.
  await page.route("http://hooks.example.com:*/logo.png", (route) =>
    route.fulfill({ body: pixel, contentType: "image/png" }),
  );
  await enter(page, server, "/admin/links");
  await expect(page.getByText("There are none yet.")).toBeVisible();
  await expectSound(page, "no links");
  await page.getByRole("button", { name: "New link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/This field is required/);
  for (const lie of ["javascript:alert(1)", "data:text/html,x", "/here"]) {
    await dialog.getByLabel("Address").fill(lie);
    await dialog.getByRole("button", { name: "Save" }).click();
    // The first field with a fault is gone to, and would get what is typed next.
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/not in a valid format/);
  }
  // A private network is not asked, and looks like a site that does not answer.
  for (const inside of ["http://127.0.0.1/", "http://10.1.2.3/", "http://[::1]/", "http://localhost:1/"]) {
    await dialog.getByLabel("Address").fill(inside);
    await dialog.getByRole("button", { name: "Fill in from the page" }).click();
    await expect(dialog.getByRole("status")).toHaveText(/This address could not be reached/);
  }
  await expectSound(page, "the form of a link");
  await dialog.getByLabel("Address").fill(there());
  await dialog.getByRole("button", { name: "Fill in from the page" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Filled in from the page. Change what you like.");
  await expect(dialog.getByLabel("Name")).toHaveValue("The Analytical Society");
  await expect(dialog.getByLabel("Description")).toHaveValue("Papers.");
  await expect(dialog.getByText(there("/logo.png"))).toBeVisible();
  await dialog.getByRole("button", { name: "Logo: change" }).click();
  await expect(page.getByRole("dialog", { name: "Choose a picture" })).toBeVisible();
  await expectSound(page, "the picker of a logo");
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Group").fill("Friends");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "The Analytical Society")).toContainText("Not checked yet");
  await expect(page.getByRole("rowheader", { name: "Friends" })).toBeVisible();
  const reader = await openUnwatched({ locale: "en-US" });
  await reader.route("http://hooks.example.com:*/logo.png", (route) =>
    route.fulfill({ body: pixel, contentType: "image/png" }),
  );
  await reader.goto(server.url("/links"));
  await expect(reader.getByRole("heading", { name: "Friends" })).toBeVisible();
  await expect(reader.getByRole("link", { name: "The Analytical Society" })).toHaveAttribute("href", there());
  await api.must(204, "DELETE", `/admin/links/${(await api.get<{ id: number }[]>("/admin/links"))[0]?.id}`);
});

test("links are ordered by dragging and by their menus, put into teams, and taken back", async ({ open }) => {
  for (const [name, team] of [
    ["Ada", "Friends"],
    ["Babbage", "Friends"],
    ["Jacquard", "Tools"],
    ["宽".repeat(200), ""],
    ["صفحة الأصدقاء", ""],
  ])
    await api.must(201, "POST", "/admin/links", { name, url: there(name === "Jacquard" ? "/gone" : "/"), team });
  // High enough that no row is at an edge, where the page scrolls along.
  const page = await open({ viewport: { width: 1280, height: 1100 } });
  await enter(page, server, "/admin/links");
  await fits(page);
  await expectSound(page, "the links");
  await row(page, "Babbage")
    .locator("[data-handle]")
    .dragTo(row(page, "Ada"), { targetPosition: { x: 200, y: 4 } });
  await expect.poll(names).toEqual(expect.arrayContaining(["Friends: Babbage", "Friends: Ada"]));
  await expect
    .poll(async () => (await names()).filter((name) => name.startsWith("Friends")))
    .toEqual(["Friends: Babbage", "Friends: Ada"]);
  await message(page, "Moved.").getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await names()).filter((name) => name.startsWith("Friends")))
    .toEqual(["Friends: Ada", "Friends: Babbage"]);
  // The move is stored before it is shown, and a row that still moves would miss the next drag.
  const three = page.locator("[data-row]").filter({ hasText: /Ada|Babbage|Jacquard/ });
  await expect(three).toHaveText([/^Ada/, /^Babbage/, /^Jacquard/]);
  // Into another team, beside one of its links.
  await row(page, "Ada")
    .locator("[data-handle]")
    .dragTo(row(page, "Jacquard"), { targetPosition: { x: 200, y: 4 } });
  await expect
    .poll(async () => (await names()).slice(-3))
    .toEqual(["Friends: Babbage", "Tools: Ada", "Tools: Jacquard"]);
  await expect(three).toHaveText([/^Babbage/, /^Ada/, /^Jacquard/]);

  await page.getByRole("button", { name: "Actions for “Ada”" }).press("Enter");
  await page.getByRole("menuitem", { name: "Move down" }).press("Enter");
  await expect.poll(async () => (await names()).slice(-2)).toEqual(["Tools: Jacquard", "Tools: Ada"]);
  await expect(three).toHaveText([/^Babbage/, /^Jacquard/, /^Ada/]);

  // Two by keys alone, into a new team; then back.
  const box = (name: string) => page.getByRole("checkbox", { name: `Select “${name}”` });
  await box("Ada").press("Space");
  await box("Babbage").press("Space");
  await expectSound(page, "links that are selected");
  await page.getByRole("toolbar").getByRole("button", { name: "Group …" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Group").fill("Engines");
  await expectSound(page, "the team of links");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(expect.arrayContaining(["Engines: Ada", "Engines: Babbage"]));
  await message(page, "2 links changed their group.").getByRole("button", { name: "Undo" }).click();
  await expect.poll(names).toEqual(expect.arrayContaining(["Friends: Babbage", "Tools: Ada"]));

  // Sorted otherwise, nothing can be dragged, and no headings divide the rows.
  await page.getByRole("link", { name: "Name", exact: true }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(0);
  await expect(page.locator("[data-handle]")).toHaveCount(0);
});

test("dead links are found by a job, and told apart", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/links");
  await page.getByRole("button", { name: "Check all" }).click();
  await expect(message(page, "All links are being checked.")).toBeVisible();
  // What it finds appears without a reload.
  await expect(row(page, "Jacquard")).toContainText(/Answered 404.*on /);
  await expect(row(page, "Babbage")).toContainText("Answers");
  await page.getByRole("link", { name: "Dead 1" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await expectSound(page, "dead links");
  await row(page, "Jacquard").getByRole("button", { name: "Jacquard", exact: true }).focus();
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Edit link" });
  await dialog.getByLabel("Address").fill(there());
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No link is dead.")).toBeVisible();
  await expectSound(page, "no dead links");
});

test("somebody else moved it meanwhile: it is said, nothing is moved; on a phone links are cards", async ({
  openUnwatched,
}) => {
  const page = await openUnwatched({ locale: "en-US", viewport: { width: 360, height: 740 } });
  await enter(page, server, "/admin/links");
  await fits(page);
  await expectSound(page, "links on a phone");
  const babbage = (await api.get<{ id: number; name: string }[]>("/admin/links")).find(
    ({ name }) => name === "Babbage",
  );
  await api.must(200, "PUT", "/admin/links/places", [{ id: babbage?.id, team: "Tools", priority: 99 }]);
  const cameWhole = () =>
    page.evaluate(() => {
      const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return all.filter(
        ({ name, responseStart, responseEnd }) => /_rsc=/.test(name) && responseStart > 0 && responseEnd > 0,
      ).length;
    });
  const before = await cameWhole();
  // The page asks anew, and the connection is lost meanwhile: the page stays, and asks again.
  let asked = 0;
  await page.route(/_rsc=/, (route) => ((asked += 1) === 1 ? route.abort() : route.continue()));
  await row(page, "Babbage").locator("[data-handle]").dragTo(row(page, "Jacquard"));
  await expect(message(page, "The order was changed elsewhere in the meantime.")).toBeVisible();
  expect((await names())[2]).toBe("Tools: Babbage");
  const shown = (await names()).map((name) => new RegExp(name.replace(/^\w+: /, "")));
  await expect(page.locator("[data-row]")).toHaveText(shown);
  // What is asked for while the connection is lost waits for it, and so does what is sent after that.
  await expect.poll(cameWhole).toBeGreaterThan(before);
  expect(asked).toBeGreaterThan(1);
  await page.unrouteAll();

  await page.context().setOffline(true);
  await row(page, "Ada")
    .locator("[data-handle]")
    .dragTo(row(page, "Jacquard"), { targetPosition: { x: 200, y: 3 } });
  await expect(message(page, "The site did not answer.")).toBeVisible();
  await page.context().setOffline(false);

  await page.getByRole("button", { name: "Actions for “Ada”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  expect(await names()).not.toContain("Tools: Ada");
});

test("a link that somebody changed meanwhile is not overwritten; the new values are loaded beside what was typed", async ({
  open,
}) => {
  const { id } = await api.must<{ id: number }>(201, "POST", "/admin/links", {
    name: "As it was",
    url: "https://was.example.org/",
  });
  // The form is longer than this window.
  const page = await open({ viewport: { width: 1280, height: 600 } });
  await enter(page, server, "/admin/links");
  await page.getByRole("button", { name: "As it was", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("As I want it");
  const theirs = { name: "As somebody else wants it", url: "https://theirs.example.org/" };
  await api.must(200, "PUT", `/admin/links/${id}`, theirs);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was overwritten");
  const note = dialog.getByRole("region", { name: "Changed meanwhile" });
  await expect(note).toContainText(theirs.name);
  await expect(note).toContainText(theirs.url);
  // Above the buttons, which stay in view over what is below them.
  await expect(dialog.getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
  const [shown, buttons] = await Promise.all([
    note.boundingBox(),
    dialog.getByRole("button", { name: "Save" }).boundingBox(),
  ]);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  await expectSound(page, "a link that was changed meanwhile");
  await note.getByRole("button", { name: "Load the new values" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("As I want it");
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveValue(theirs.url);
  await expectSound(page, "a link with the new values");
  expect(await api.get(`/admin/links/${id}`)).toMatchObject(theirs);
  await note.getByRole("button", { name: "Take this for “Name”" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue(theirs.name);
  await dialog.getByRole("textbox", { name: "Name" }).fill("As both want it");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await api.get(`/admin/links/${id}`)).toMatchObject({ ...theirs, name: "As both want it" });
});
