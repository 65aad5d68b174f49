import { type Api } from "./rig/api";
import { enter, expectSound, signIn } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { overflowing } from "./rig/layout";
import { expect, test } from "./rig/test";

const server = serveSite();
let api: Api;
let tides = 0;
const DAY_MS = 86_400_000;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  api = owner(server);
  tides = (await api.tag({ name: "tides", color: "#3b6ea5" })).id;
  const seamanship = (await api.category({ name: "Seamanship" })).id;
  const daysAgo = (days: number) => Date.now() - days * DAY_MS;
  await api.post({
    title: "What the tide tables leave out",
    originalContent: "Lighthouse.",
    createTime: daysAgo(1),
    topPriority: 1,
    tagIds: [tides],
    categoryIds: [seamanship],
  });
  await api.post({ title: "Crew list", status: "INTIMATE", password: "secret", createTime: daysAgo(2) });
  await api.post({ title: "The lamp test", createTime: daysAgo(-2) });
  for (let week = 1; week <= 24; week += 1)
    await api.post({ title: `Week ${week}`, status: "DRAFT", createTime: daysAgo(10 + week) });
});

test("whoever is not signed in is led to the sign-in and back", async ({ open }) => {
  const page = await open();
  await signIn(page, server, "/admin/posts?state=drafts");
  await expect(page.getByRole("heading", { level: 1, name: "Posts" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Drafts 24" })).toHaveAttribute("aria-current", "page");
});

test("tabs, search, filters, order and pages stand in the address", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  await expectSound(page, "the list");
  await expect(page.getByText("1–20 of 27")).toBeVisible();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.locator("[data-row]")).toHaveCount(7);

  await page.getByRole("link", { name: "Scheduled 1" }).click();
  await expect(page).toHaveURL(/\?state=scheduled$/);
  await expect(page.getByRole("link", { name: "The lamp test" })).toBeVisible();

  await page.getByRole("link", { name: "All 27" }).click();
  await expect(page).toHaveURL(server.url("/admin/posts"));
  await page.getByRole("searchbox").fill("lighthouse");
  await expect(page).toHaveURL(/\?keyword=lighthouse$/);
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(server.url("/admin/posts"));
  const tag = page.getByRole("combobox", { name: "Tag" });
  await tag.fill("tid");
  await expect(page.getByRole("option", { name: "tides" })).toBeVisible();
  await expectSound(page, "the offered tags of the filter");
  await tag.press("Enter");
  await expect(page).toHaveURL(new RegExp(`\\?tag=${tides}$`));
  await expect(tag).toHaveValue("tides");
  await expect(page.getByText("Seamanship · pinned")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filter “Tag”" }).click();
  await expect(page).toHaveURL(server.url("/admin/posts"));
  await tag.fill("nothing of the kind");
  await expect(page.getByRole("option", { name: "Nothing of this name." })).toBeVisible();
  await tag.press("Escape");
  await expect(tag).toHaveAttribute("aria-expanded", "false");
  await page.goto(server.url("/admin/posts?keyword=nothingofthekind"));
  await expect(page.getByText("No post matches your search.")).toBeVisible();

  await page.goto(server.url("/admin/posts?page=999&state=nonsense&sort=password,asc"));
  await expect(page).toHaveURL(/\?page=2$/);
  await page.goto(server.url("/admin/posts"));
  await page.getByRole("columnheader", { name: "Title" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.locator("[data-row] a").first()).toHaveText("Crew list");
});

test("many posts change at once, and back again", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts?state=drafts");
  await page.getByRole("checkbox", { name: "Select “Week 1”", exact: true }).check();
  await page.getByRole("checkbox", { name: "Select “Week 2”", exact: true }).check();
  const bar = page.getByRole("toolbar", { name: "Selected posts" });
  await expect(bar).toContainText("2 selected");
  await expectSound(page, "the bulk bar");
  await bar.getByRole("button", { name: "Bin" }).click();
  await expect(page.getByText("2 posts moved to the bin.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Bin 2" })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Drafts 24" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bin 0" })).toBeVisible();

  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: "Select all 24" }).click();
  await expect(bar).toContainText("24 selected");
  await bar.getByRole("button", { name: "Tag…" }).click();
  await page.getByRole("combobox", { name: "tides" }).selectOption("Add");
  await expectSound(page, "the dialog for tags");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Tags of 24 posts changed.")).toBeVisible();
  expect(
    (await api.get<{ tagIds: number[] }[]>("/admin/posts?keyword=Week&size=100")).every((post) =>
      post.tagIds.includes(tides),
    ),
  ).toBe(true);
});

test("several posts are put into a category at once, and taken back", async ({ open }) => {
  const { id } = await api.must<{ id: number }>(201, "POST", "/admin/categories", { name: "Harbours" });
  const inIt = async () =>
    (await api.get<{ categoryIds: number[] }[]>("/admin/posts?keyword=Week&size=100")).filter(({ categoryIds }) =>
      categoryIds.includes(id),
    ).length;
  const page = await open();
  await enter(page, server, "/admin/posts?keyword=Week");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Categorise…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Categories of \d+ posts$/ });
  await dialog.getByRole("searchbox").fill("nothing of this name");
  await expect(dialog).toContainText("Nothing of this name.");
  await dialog.getByRole("searchbox").fill("Sounds");
  await dialog.getByRole("button", { name: "Create “Sounds”" }).click();
  await expect(dialog.getByRole("combobox", { name: "Sounds" })).toHaveValue("add");
  await dialog.getByRole("combobox", { name: "Sounds" }).selectOption("Keep");
  await dialog.getByRole("searchbox").fill("harb");
  await dialog.getByRole("combobox", { name: "Harbours" }).selectOption("Add");
  await expectSound(page, "the dialog for categories");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^Categories of \d+ posts changed\.$/)).toBeVisible();
  expect(await inIt()).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(inIt).toBe(0);
});

test("Undo overwrites nothing that somebody else changed meanwhile", async ({ open }) => {
  const page = await open();
  const { id } = await api.post({ title: "Between two", originalContent: "Words." });
  await enter(page, server, "/admin/posts?keyword=Between+two");
  await page.getByRole("checkbox", { name: "Select “Between two”" }).check();
  await page.getByRole("toolbar", { name: "Selected posts" }).getByRole("button", { name: "Bin" }).click();
  await expect(page.getByText("Moved to the bin.")).toBeVisible();
  await api.must(200, "PUT", `/admin/posts/${id}/status/INTIMATE`);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("changed elsewhere meanwhile")).toBeVisible();
  expect(await api.get<{ status: string }>(`/admin/posts/${id}`)).toMatchObject({ status: "INTIMATE" });
  expect((await api.call("DELETE", `/admin/posts/${id}?permanent=true`)).status).toBeLessThan(300);
});

test("a row has its own actions, and what cannot be taken back asks first", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/posts?state=drafts");
  await page.getByRole("button", { name: "Actions for “Week 3”" }).click();
  await expectSound(page, "the menu of a row");
  await page.getByRole("menuitem", { name: "Publish" }).click();
  await expect(page.getByText("Published.", { exact: true })).toBeVisible();
  const reader = await open();
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("link", { name: "Week 3" })).toBeVisible();

  for (const name of ["Week 4", "Week 5"])
    await page.getByRole("checkbox", { name: `Select “${name}”`, exact: true }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Bin" }).click();
  await page.getByRole("link", { name: "Bin 2" }).click();
  await expect(page).toHaveURL(/\?state=bin$/);
  await expect(page.getByRole("link", { name: "Bin 2" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete for good" }).click();
  const question = page.getByRole("alertdialog");
  await expectSound(page, "the question");
  await expect(question.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  await question.getByLabel("Type 2 to confirm").fill("2");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("2 posts deleted for good.")).toBeVisible();
  await expect(page.getByText("The bin is empty.")).toBeVisible();
});

test("the keyboard does it all: rows, selection, palette", async ({ open }) => {
  const page = await open();
  await enter(page, server);
  const focused = page.locator(":focus");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(focused).toHaveText("What the tide tables leave out");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar")).toContainText("1 selected");
  await page.keyboard.press("k");
  await expect(focused).toHaveText("The lamp test");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expectSound(page, "the palette");
  // No link is called broken before the server has answered.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/admin/find?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.type("tables leave");
  await expect(palette).toContainText("Searching…");
  answer();
  await expect(palette.getByRole("option", { name: "What the tide tables leave out" })).toBeVisible();
  await page.keyboard.type(" nowhere at all");
  await expect(palette).toContainText("Nothing found for “tables leave nowhere at all”.");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("categor");
  await expect(palette.getByRole("option", { name: "Categories" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/categories$/);
});

test("on a phone rows are cards and the way around is a drawer; a title of one long word fits any window", async ({
  open,
}) => {
  const { id } = await api.post({ title: "Wide".repeat(25), originalContent: "x" });
  const page = await open({ viewport: { width: 1280, height: 740 } });
  await enter(page, server);
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflowing(page), String(width)).toEqual([]);
  }
  await api.status(id, "RECYCLE");
  await expectSound(page, "the cards");
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expectSound(page, "the drawer");
  await page.getByRole("dialog").getByRole("link", { name: /^Tags/ }).click();
  await expect(page).toHaveURL(/\/admin\/tags$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("in a narrow, low window the rail shows names at hover, and keeps the current place and the account in view", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 900, height: 420 } });
  await enter(page, server, "/admin/tokens");
  await expect(page.getByRole("banner").getByRole("link", { name: "Access tokens" })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Ada Lovelace" })).toBeInViewport();
  const tools = page.getByRole("banner").getByRole("link", { name: "Tools" });
  await tools.hover();
  const name = page.getByRole("tooltip");
  await expect(name).toHaveText("Tools");
  await expect(tools).toHaveAccessibleDescription("Tools");
  await page.keyboard.press("Escape");
  await expect(name).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 420 });
  await tools.hover({ position: { x: 4, y: 4 } });
  await page.getByRole("banner").getByRole("link", { name: "Jobs" }).hover();
  await expect(name).toHaveCount(0);
});
