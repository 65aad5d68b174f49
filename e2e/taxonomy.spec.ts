import { type Api } from "./rig/api";
import { awake, enter, expectSound, message } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let api: Api;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  api = owner(server);
});

test("tags are made, changed, merged and deleted", async ({ open }) => {
  const page = await open();
  await enter(page, server, "/admin/tags");
  await expect(page.getByText("There are none yet.")).toBeVisible();
  await expectSound(page, "no tags");

  const make = async (name: string) => {
    await page.getByRole("button", { name: "New tag" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  };
  await make("tides");
  await make("tide");
  await make("storms");
  await expectSound(page, "the tags");

  await page.getByRole("button", { name: "New tag" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This field is required.")).toBeVisible();
  await page.getByLabel("Name").fill("TIDES");
  await page.getByLabel("Colour", { exact: true }).fill("no colour");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not in a valid format.")).toBeVisible();
  await page.getByRole("button", { name: "#a8341a" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is already taken. Choose another.")).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expectSound(page, "the form with a refusal");
  await page.keyboard.press("Escape");
  const discard = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expectSound(page, "the guard of what was typed");
  await discard.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("TIDES");
  await page.keyboard.press("Escape");
  await discard.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "New tag" })).toBeFocused();

  const [a, b] = (await api.get<{ id: number; name: string }[]>("/admin/tags")).filter((tag) =>
    tag.name.startsWith("tide"),
  );
  for (const tag of [a, b]) await api.post({ title: `About ${tag?.name}`, tagIds: [tag?.id] });
  await page.reload();
  await awake(page);
  await page.getByRole("button", { name: "Actions for “tides”" }).click();
  await expectSound(page, "the menu of a tag");
  await page.getByRole("menuitem", { name: "Merge others into it…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Actions for “tides”" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Merge others into it…" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "tide" }).check();
  await expectSound(page, "the dialog for merging");
  await page.getByRole("button", { name: "Merge 1 tag" }).click();
  await expect(page.getByText("1 tag merged into “tides”.")).toBeVisible();
  await expect(page.getByRole("link", { name: "2 published posts with “tides”: show" })).toBeVisible();
  await expect(page.getByRole("button", { name: "tide", exact: true })).toBeHidden();

  await page.getByRole("button", { name: "Actions for “storms”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Deleted.", { exact: true })).toBeVisible();
  expect((await api.get<{ name: string }[]>("/admin/tags")).map((tag) => tag.name)).toEqual(["tides"]);
});

test("tags are searched, and several are deleted at once", async ({ open }) => {
  for (const name of ["rain", "rainbow", "sun"]) await api.tag({ name });
  const page = await open();
  await enter(page, server, "/admin/tags");
  await page.getByRole("searchbox").fill("rain");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/tags\?keyword=rain$/);
  await expect(page.locator("[data-row]")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expectSound(page, "selected tags");
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
  const deleted = message(page, "2 tags deleted.");
  await expect(deleted).toBeVisible();
  await expect(page.getByText("No tag matches.")).toBeVisible();
  const names = async () => (await api.get<{ name: string }[]>("/admin/tags")).map((tag) => tag.name);
  expect(await names()).toEqual(["sun", "tides"]);
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator("[data-row]")).toHaveCount(2);
  expect(await names()).toEqual(["rain", "rainbow", "sun", "tides"]);
});

test("categories are a tree, ordered by keyboard and by dragging", async ({ open }) => {
  const page = await open();
  await page.clock.install();
  for (const name of ["Boats", "Reading", "Weather"]) await api.category({ name });
  const paths = async () =>
    (await api.get<{ fullPath: string }[]>("/admin/categories")).map((category) => category.fullPath);
  await enter(page, server, "/admin/categories");
  await expectSound(page, "the categories");

  const up = page.getByRole("button", { name: "Move “Weather” up" });
  await up.press("Enter");
  await expect.poll(paths).toEqual(["boats", "weather", "reading"]);
  await expect(up).toBeFocused();
  await expect(
    page.locator("[aria-live=polite]", { hasText: "“Weather” is now number 2 of 3 at the top level." }),
  ).toBeAttached();
  await page.getByRole("button", { name: "Move “Weather” into the one above" }).press("Enter");
  await expect.poll(paths).toEqual(["boats", "boats/weather", "reading"]);
  await page.getByRole("button", { name: "Move “Weather” out" }).press("Space");
  await expect.poll(paths).toEqual(["boats", "weather", "reading"]);

  // By its exact name, since another category's path may contain it.
  const row = (name: string) =>
    page.locator("[data-row]").filter({ has: page.getByRole("button", { name, exact: true }) });
  await expect(row("Weather")).not.toContainText("boats");
  await row("Reading").locator("[data-handle]").dragTo(row("Boats"));
  await expect.poll(paths).toEqual(["boats", "boats/reading", "weather"]);
  // The messages overlap, and only the newest can be clicked: the one before may still be in front for a moment.
  await page
    .locator("[data-toast][data-front=true]", { hasText: "Reading" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(paths).toEqual(["boats", "weather", "reading"]);

  await page.getByRole("button", { name: "New category" }).click();
  await page.getByLabel("Name").fill("Rigging");
  await page.getByLabel("Parent category").selectOption("Boats");
  await page.getByLabel("Password").fill("secret");
  await expectSound(page, "the form of a category");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row("Rigging")).toContainText("password");
  await expect.poll(paths).toEqual(["boats", "boats/rigging", "weather", "reading"]);

  await page.getByRole("button", { name: "Boats", exact: true }).click();
  await page.getByLabel("Address").fill("weather");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is already taken. Choose another.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: "Actions for “Boats”" }).click();
  // The last message disappears when its time is over, and moves the focus nowhere: the menu stays open.
  await page.clock.fastForward(20_000);
  await expect(page.locator("[data-toast]")).toHaveCount(0);
  await expectSound(page, "the menu of a category");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.poll(paths).toEqual(["weather", "reading", "rigging"]);
  // A menu that is opened before the rows have moved closes with them.
  await expect(row("Boats")).toHaveCount(0);

  // Deleting a category must not open texts that only its password protects.
  const rigging = (await api.get<{ id: number; name: string }[]>("/admin/categories")).find(
    ({ name }) => name === "Rigging",
  );
  await api.post({ title: "Knots", categoryIds: [rigging?.id] });
  await page.getByRole("button", { name: "Actions for “Rigging”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Without this category a password would no longer protect 1 of the posts")).toBeVisible();
  await expectSound(page, "the refusal");
  expect(await paths()).toContain("rigging");
});
