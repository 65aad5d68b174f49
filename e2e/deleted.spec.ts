import type { Page } from "@playwright/test";
import { aJpeg } from "../lib/testing/pictures";
import type { Api } from "./rig/api";
import { enter, expectSound, message } from "./rig/desk";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

// The last test deletes what those before it made.
test.describe.configure({ mode: "serial" });

const server = serveSite();
let api: Api;
test.beforeAll(() => {
  api = owner(server);
});

/** What can be deleted: its name, the list it stands in, how one is made, how many there are, and what a deletion says. */
type Kind = {
  kind: string;
  name: string;
  path: string;
  make: () => Promise<unknown>;
  records: () => Promise<unknown>;
  entry?: string;
  said: string;
};
const kinds: readonly Kind[] = [
  {
    kind: "Photo",
    name: "The tide",
    path: "/admin/photos",
    make: async () => {
      const { url } = await api.upload("tide.jpg", await aJpeg({ width: 90, height: 60 }));
      await api.must(201, "POST", "/admin/photos", { name: "The tide", url, thumbnail: url, location: "Bay" });
    },
    records: () => api.get("/admin/photos"),
    entry: "Remove",
    said: "The photo is gone from the wall.",
  },
  {
    kind: "Tag",
    name: "weather",
    path: "/admin/tags",
    make: async () => {
      const { id } = await api.tag({ name: "weather" });
      await api.post({ title: "A storm", tagIds: [id] });
    },
    records: async () => [
      await api.get("/admin/tags"),
      (await api.get<{ tags: unknown }[]>("/admin/posts")).map(({ tags }) => tags),
    ],
    said: "Deleted.",
  },
  {
    kind: "Category",
    name: "Harbours",
    path: "/admin/categories",
    make: async () => {
      const { id } = await api.category({ name: "Harbours" });
      await api.category({ name: "Quays", parentId: id });
    },
    records: () => api.get("/admin/categories"),
    said: "Deleted.",
  },
  {
    kind: "Note",
    name: "Low water at six.",
    path: "/admin/journals",
    make: () => api.journal({ sourceContent: "Low water at six." }),
    records: () => api.get("/admin/journals"),
    said: "Deleted.",
  },
  {
    kind: "File",
    name: "tables.txt",
    path: "/admin/media",
    make: () => api.upload("tables.txt", Buffer.from("06:12 12:31")),
    records: () => api.get("/admin/attachments"),
    said: "The file is deleted.",
  },
];

/** Deletes the record by its menu, with keys alone. */
async function removeByKeys(page: Page, { name, entry = "Delete" }: Kind): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${name}”` }).focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await expect(item).toBeVisible();
  await page.keyboard.press("End");
  await expect(item).toBeFocused();
  await page.keyboard.press("Enter");
}

for (const given of kinds) {
  const { kind, path, make, records, said } = given;
  test(`a deleted ${kind.toLowerCase()} is taken back by the message, with keys alone, as it was`, async ({ open }) => {
    await make();
    const before = await records();
    const page = await open();
    await enter(page, server, path);
    await removeByKeys(page, given);
    await expect(message(page, said)).toBeVisible();
    await expectSound(page, `a deleted ${kind.toLowerCase()}`);
    expect(await records()).not.toEqual(before);
    await page.keyboard.press("Alt+t");
    const undo = message(page, said).getByRole("button", { name: "Undo" });
    await expect(async () => {
      await page.keyboard.press("Tab");
      await expect(undo).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(message(page, said)).toBeHidden();
    await expect.poll(records).toEqual(before);
    await expect(page.getByRole("button", { name: `Actions for “${given.name}”` })).toBeVisible();
  });
}

test("what was deleted is listed on every width, found by its kind, and put back or gone for good", async ({
  open,
}) => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  for (const given of kinds) {
    await enter(page, server, given.path);
    await removeByKeys(page, given);
    await expect(message(page, given.said)).toBeVisible();
  }
  await enter(page, server, "/admin/deleted");
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { name } of kinds) await expect(page.locator("[data-row]").filter({ hasText: name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectSound(page, `what was deleted, ${width} pixels wide`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Actions for “weather”" }).focus();
  await page.keyboard.press("e");
  await expect(message(page, "Put back.")).toBeVisible();
  await expect(page.locator("[data-row]").filter({ hasText: "weather" })).toHaveCount(0);
  expect(JSON.stringify(await api.get("/admin/tags"))).toContain("weather");
  await page.getByRole("button", { name: "Actions for “tables.txt”" }).click();
  await page.getByRole("menuitem", { name: "Delete for good" }).click();
  await expectSound(page, "the question before something is gone for good");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete for good" }).click();
  await expect(message(page, "Deleted for good.")).toBeVisible();
  expect(JSON.stringify(await api.get("/admin/attachments"))).not.toContain("tables.txt");
});
