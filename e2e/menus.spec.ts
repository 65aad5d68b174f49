import type { Page } from "@playwright/test";
import { type Api } from "./rig/api";
import { enter, expectSound, message } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// Each test goes on where the one before it stopped.
test.describe.configure({ mode: "serial" });

const server = serveSite();
let api: Api;

test.beforeAll(() => {
  api = owner(server);
});

type Entry = { id: number; name: string; url: string; parentId: number | null; priority: number; level: number };
const drawn = async () =>
  (await api.get<Entry[]>("/admin/menus")).map(({ name, level }) => `${"-".repeat(level)}${name}`).join(" ");
const row = (page: Page, name: string) =>
  page.locator("[data-row]").filter({ has: page.getByRole("button", { name, exact: true }) });
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
/** The newest message: those behind it cannot be clicked. */

test("entries are made of what is found by its name, or of an address, and visitors see them at once", async ({
  open,
}) => {
  await api.sheet({ title: "About the press" });
  await api.post({ title: "About type" });
  await api.post({ title: "About nothing yet", status: "DRAFT" });
  const page = await open();
  await enter(page, server, "/admin/menus");
  await expect(page.getByText("The site shows its own sections until it has a menu.")).toBeVisible();
  await expectSound(page, "no menu");

  await page.getByRole("button", { name: "New entry" }).click();
  const dialog = page.getByRole("dialog");
  const find = dialog.getByRole("combobox", { name: "Find a page of this site" });
  await find.fill("about");
  await expect(dialog.getByRole("listbox").getByRole("option")).toHaveText(["About the pressPage", "About typePost"]);
  await expectSound(page, "targets that are found");
  await find.press("Escape");
  await expect(dialog.getByRole("listbox")).toBeHidden();
  await expect(dialog).toBeVisible();
  await find.press("ArrowDown");
  await find.press("Enter");
  await expect(dialog.getByLabel("Address")).toHaveValue("/about-the-press");
  await expect(dialog.getByLabel("Name")).toHaveValue("About the press");
  // Another choice replaces the name of the first; one that somebody typed stays.
  await find.fill("archiv");
  await dialog.getByRole("listbox").getByRole("option", { name: "Archive" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Archive");
  await dialog.getByLabel("Name").fill("All posts");
  await find.fill("about the");
  await dialog.getByRole("listbox").getByRole("option", { name: "About the press" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("All posts");
  await dialog.getByLabel("Name").fill("About us");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "About us")).toContainText("/about-the-press");

  const reader = await open();
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("link", { name: "About us" })).toHaveAttribute("href", "/about-the-press");

  await page.getByRole("button", { name: "New entry" }).click();
  for (const lie of ["javascript:alert(1)", "data:text/html,x", " \u0001javascript:alert(1)"]) {
    await dialog.getByLabel("Address").fill(lie);
    await dialog.getByLabel("Name").fill("Lie");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Address")).toHaveAccessibleDescription(/Enter an http\(s\) address/);
  }
  await expectSound(page, "a refused address");
  await dialog.getByLabel("Address").fill("https://example.org/");
  await dialog.getByLabel("Name").fill("宽".repeat(200));
  await dialog.getByLabel("Opens").selectOption("In a new window");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "宽".repeat(200))).toContainText("new window");
  await fits(page);
  await page.getByRole("button", { name: "New entry" }).click();
  await dialog.getByLabel("Address").fill("/tags");
  await dialog.getByLabel("Name").fill("وسوم الموقع");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row(page, "وسوم الموقع")).toBeVisible();
  await expectSound(page, "the menu");
});

test("keyboard only: the menu tree", async ({ open }) => {
  const page = await open();
  await page.clock.install();
  for (const { id } of await api.get<Entry[]>("/admin/menus")) await api.must(204, "DELETE", `/admin/menus/${id}`);
  for (const name of ["Home", "Posts", "About", "Team"])
    await api.must(201, "POST", "/admin/menus", { name, url: "/x" });
  await enter(page, server, "/admin/menus");
  const said = (text: string) => expect(page.locator("[aria-live=polite]", { hasText: text })).toBeAttached();
  await page.keyboard.press("j");
  await expect(row(page, "Home").getByRole("button", { name: "Home", exact: true })).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await said("“Home” is now number 2 of 4 at the top level.");
  await expect.poll(drawn).toBe("Posts Home About Team");
  await page.keyboard.press("Alt+ArrowRight");
  await said("“Home” is now number 1 of 1 in “Posts”.");
  await expect(row(page, "Home").getByRole("button", { name: "Home", exact: true })).toBeFocused();
  await page.keyboard.press("Alt+ArrowUp");
  await said("“Home” cannot be moved further.");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(drawn).toBe("Posts Home About Team");

  // The same by the buttons of a row; then three levels, and no fourth.
  await page.getByRole("button", { name: "Move “Team” up" }).press("Enter");
  await expect.poll(drawn).toBe("Posts Home Team About");
  const into = (name: string) => page.getByRole("button", { name: `Move “${name}” into the one above` });
  await into("Home").press("Space");
  await expect.poll(drawn).toBe("Posts -Home Team About");
  await into("Team").press("Enter");
  await expect.poll(drawn).toBe("Posts -Home -Team About");
  await into("Team").press("Enter");
  await expect.poll(drawn).toBe("Posts -Home --Team About");
  await into("About").press("Enter");
  await expect.poll(drawn).toBe("Posts -Home --Team -About");
  await into("About").press("Enter");
  await expect.poll(drawn).toBe("Posts -Home --Team --About");
  await expect(into("About")).toHaveAttribute("aria-disabled", "true");
  await expect(into("About")).toBeFocused();

  // Its menu changes, adds below and deletes; the focus comes back.
  const menu = page.getByRole("button", { name: "Actions for “About”" });
  await menu.press("Enter");
  // Keys are the menu's once one of its items has the focus.
  await expect(page.getByRole("menuitem").and(page.locator(":focus"))).toHaveCount(1);
  await expect(page.getByRole("menuitem", { name: "New entry below" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await page.clock.fastForward(20_000);
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for “Posts”" }).press("Enter");
  await expectSound(page, "the menu of an entry");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await expect.poll(drawn).toBe("Home -Team -About");
});

test("rows are dragged by mouse and by finger, and a drag can be taken back", async ({ open }) => {
  for (const { id } of await api.get<Entry[]>("/admin/menus")) await api.must(204, "DELETE", `/admin/menus/${id}`);
  for (const name of ["Home", "Posts", "About"]) await api.must(201, "POST", "/admin/menus", { name, url: "/x" });
  const page = await open({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await enter(page, server, "/admin/menus");
  await fits(page);
  const handle = (name: string) => row(page, name).locator("[data-handle]");
  await handle("About").dragTo(row(page, "Home"));
  await expect.poll(drawn).toBe("Home -About Posts");
  await message(page, "“About” moved.").getByRole("button", { name: "Undo" }).click();
  await expect.poll(drawn).toBe("Home Posts About");
  await expect(page.locator("[data-row]")).toHaveText([/Home/, /Posts/, /About/]);

  // A finger, as the browser reports it.
  const finger = await page.context().newCDPSession(page);
  const middle = async (name: string) => {
    const box = await handle(name).boundingBox();
    if (!box) throw new Error(`${name} has no handle`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, height: box.height };
  };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [from, to] = [await middle("About"), await middle("Home")];
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 20 });
  await touch("touchMove", { x: to.x, y: to.y - to.height });
  await touch("touchEnd");
  await expect.poll(drawn).toBe("About Home Posts");
  await expect(page.locator("[data-row]")).toHaveText([/About/, /Home/, /Posts/]);

  // Escape in the middle of a drag leaves everything as it was.
  const start = await middle("Posts");
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, (await middle("About")).y, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(row(page, "Posts")).not.toHaveClass(/opacity/);
  expect(await drawn()).toBe("About Home Posts");
});

test("a connection lost in the middle of a drag, and another hand meanwhile: nothing is half done, and it is said", async ({
  openUnwatched,
}) => {
  const page = await openUnwatched({ locale: "en-US" });
  await enter(page, server, "/admin/menus");
  const before = await drawn();
  // What the dialog is made of is fetched when it is first opened.
  await page.getByRole("button", { name: "About", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  const { x, y } = (await row(page, "Posts").locator("[data-handle]").boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + 5, y - 20, { steps: 3 });
  await page.context().setOffline(true);
  const target = (await row(page, "About").boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 5, target.y + 2, { steps: 3 });
  await page.mouse.up();
  await expect(message(page, "The site did not answer, so the move is not confirmed.")).toBeVisible();
  await expect(page.locator("[data-row] [data-main]")).toHaveText(["About", "Home", "Posts"]);
  await expectSound(page, "a move without connection");
  // The form of an entry says so, too, and keeps what was typed.
  await page.getByRole("button", { name: "About", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("About us");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(/The site did not answer/);
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("About us");
  await page.context().setOffline(false);
  expect(await drawn()).toBe(before);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

  // Somebody else puts the entry elsewhere; what is shown here is out of date.
  const all = await api.get<Entry[]>("/admin/menus");
  const [about, posts] = ["About", "Posts"].map((name) => all.find((each) => each.name === name));
  await api.must(200, "PUT", "/admin/menus/places", [{ id: posts?.id, parentId: about?.id, priority: 1 }]);
  await page.getByRole("button", { name: "Move “Posts” up" }).press("Enter");
  await expect(message(page, "The order was changed elsewhere in the meantime. Nothing was moved")).toBeVisible();
  await expect.poll(drawn).toBe("About -Posts Home");
  await expect(page.locator("[data-row] [data-main]")).toHaveText(["About", "Posts", "Home"]);
});

test("a dragged row shows where it would go: before, below or after another one", async ({ open }) => {
  const page = await open();
  for (const { id } of await api.get<Entry[]>("/admin/menus")) await api.must(204, "DELETE", `/admin/menus/${id}`);
  for (const name of ["Home", "Posts", "About"]) await api.must(201, "POST", "/admin/menus", { name, url: "/x" });
  await enter(page, server, "/admin/menus");
  const looks = () =>
    row(page, "About").evaluate((element) => {
      const { boxShadow, backgroundColor } = getComputedStyle(element);
      return `${boxShadow} on ${backgroundColor}`;
    });
  const handle = (await row(page, "Home").locator("[data-handle]").boundingBox()) ?? { x: 0, y: 0 };
  const target = (await row(page, "About").boundingBox()) ?? { y: 0, height: 0 };
  const seen = [await looks()];
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  for (const part of [0.1, 0.5, 0.9]) {
    await page.mouse.move(handle.x + 5, target.y + target.height * part, { steps: 3 });
    await expect.poll(looks).not.toBe(seen.at(-1));
    seen.push(await looks());
  }
  expect(new Set(seen).size, seen.join("\n")).toBe(4);
  await page.keyboard.press("Escape");
  await expect.poll(looks).toBe(seen[0]);
  await page.mouse.up();
  expect(await drawn()).toBe("Home Posts About");
});
