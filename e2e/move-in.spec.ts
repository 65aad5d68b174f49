import { existsSync } from "node:fs";
import { join } from "node:path";
import { madeZip } from "../lib/testing/made-zip";
import { account } from "./rig/api";
import { enter, expectSound, openPage } from "./rig/desk";
import { root } from "./rig/server";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite();
const path = "/admin/tools/move-in";
const sample = join(root, "e2e/samples/small-wordpress.xml");

const counts = async () => {
  const api = owner(server);
  const numbers = await Promise.all(
    ["posts", "sheets", "categories", "tags", "users"].map(
      async (kind) => (await api.call(`GET`, `/admin/${kind}?size=1`)).headers.get("x-total-count") ?? "",
    ),
  );
  return numbers.join();
};

test("a file is looked through, moved in, read by visitors, and taken back", async ({ open }) => {
  const before = await counts();
  const page = await open();
  await enter(page, server, path);
  await expectSound(page, "nothing moved in yet");
  await page.getByRole("button", { name: "Look through" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Choose a file first." })).toBeVisible();

  await test.step("a file of no known kind is refused, and says what is taken", async () => {
    await page.locator('input[type="file"]').first().setInputFiles(join(root, "package.json"));
    await page.getByRole("button", { name: "Look through" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "This file cannot be moved in" })).toBeVisible();
    await page.getByRole("button", { name: "Take package.json out again" }).click();
  });

  await test.step("the dry run says what would come, and writes nothing", async () => {
    await page.locator('input[type="file"]').first().setInputFiles(sample);
    await page.getByRole("button", { name: "Look through" }).click();
    await expect(page.getByText("This looks like a WordPress export (1.2)", { exact: false })).toBeVisible();
    await expect(page.getByText("Nothing was written yet.", { exact: false })).toBeVisible();
    await expect(page.getByRole("row", { name: /^Posts 3/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Not taken, and why" })).toContainText("wp_global_styles");
    await expectSound(page, "the report of a dry run");
    expect(await counts()).toBe(before);
    await page.getByLabel("All kinds").selectOption("comment");
    await expect(page).toHaveURL(/kind=comment/);
    await expect(page.locator("[data-row]")).toHaveCount(1);
  });

  await test.step("what a plugin had comes as pages where that is chosen, and its taxonomy is offered then", async () => {
    await expect(page.getByRole("row", { name: /^Pages/ })).toHaveCount(0);
    await page.getByLabel("recipe (1)").selectOption("As pages");
    await page.getByRole("button", { name: "Look through again" }).click();
    await expect(page.getByRole("row", { name: /^Pages 1/ })).toBeVisible();
    await expect(page.getByLabel("recipe (chosen)")).toHaveValue("sheet");
    await page.getByLabel("course (1): its terms become tags").check();
    await expectSound(page, "the choices before an import");
  });

  await test.step("it moves in, and the old address leads to the new one", async () => {
    await page.getByRole("button", { name: "Move in now" }).click();
    await expect(page.getByText(/were taken in/)).toBeVisible();
    await expectSound(page, "the report of an import");
    await page.getByLabel("All kinds").selectOption("post");
    await expect(page.locator("[data-row]")).toHaveCount(3);
    const reader = await open();
    await reader.goto(server.url("/2023/11/fog-over-the-harbour/"));
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Fog over the harbour");
    await expect(reader.getByText("I heard her, though.")).toBeVisible();
    await expect(reader.getByRole("link", { name: "her own page" })).toHaveAttribute("href", /the-tern$/);
  });

  await test.step("a suggestion is applied, and the addresses are the old ones", async () => {
    const apply = page.getByRole("button", { name: "Set it" });
    if ((await apply.count()) > 0) {
      await apply.click();
      await expect(page.getByText(/was set\.$/)).toBeVisible();
    }
  });

  await test.step("it is taken back, and everything is as before", async () => {
    await page.getByRole("button", { name: "Take back…" }).click();
    await expectSound(page, "the question before an import is taken back");
    await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByText("This import was taken back.", { exact: false })).toBeVisible();
    expect(await counts()).toBe(before);
  });

  await page.getByRole("link", { name: "Move in", exact: true }).last().click();
  await expect(page.getByRole("row", { name: /small-wordpress\.xml/ }).first()).toContainText("Taken back");
  await expectSound(page, "earlier imports");
});

const samples = [
  ["WordPress", "wordpress/themeunittestdata.xml"],
  ["Ghost", "ghost/ghost-6-made.json"],
] as const;
for (const [name, file] of samples)
  test(`a real export of ${name} is looked through`, async ({ open }) => {
    const source = join(root, "../shared/data", file);
    test.skip(!existsSync(source), "The samples are not here.");
    const page = await open();
    await enter(page, server, path);
    await page.locator('input[type="file"]').first().setInputFiles(source);
    await page.getByRole("button", { name: "Look through" }).click();
    await expect(page.getByText(`This looks like a ${name} export`, { exact: false })).toBeVisible();
    await expect(page.getByText("Nothing was written yet.", { exact: false })).toBeVisible();
    await expectSound(page, `the report of ${name}`);
  });

const folder = madeZip([
  {
    name: "blog/source/_posts/ferry-times.md",
    data: "---\ntitle: When the Ferry Sails\ndate: 2021-05-04\nauthor: Bo Harper\ncategories: [Sea, Ferries]\n---\nAt nine. See [the pier](pier.md).\n",
  },
  {
    name: "blog/source/_posts/pier.md",
    data: "---\ntitle: The Pier\ndate: 2021-05-05\nauthor: Bo Harper\n---\nIt is long.\n",
  },
]);

test("a folder of Markdown comes with what it was written for, its addresses and its authors", async ({ open }) => {
  const page = await open();
  await enter(page, server, path);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "blog.zip", mimeType: "application/zip", buffer: folder });
  await page.getByRole("button", { name: "Look through" }).click();
  await expect(page.getByText("This looks like Markdown files (hexo)", { exact: false })).toBeVisible();
  await expect(page.getByText("Sea · Sea/Ferries")).toBeVisible();
  await expect(page.getByText("its texts are yours, unless an account is named for it before the move")).toBeVisible();
  const form = page.getByRole("form", { name: "Before you move in" });

  await test.step("an account that is not there is refused at its author", async () => {
    await form.getByLabel("Bo Harper (2 texts)").fill("nobody-here");
    await page.getByRole("button", { name: "Look through again" }).click();
    await expect(form.getByLabel("Bo Harper (2 texts)")).toHaveAccessibleDescription(
      /There is no account with this name\./,
    );
    await expectSound(page, "the choices for Markdown");
  });

  await test.step("what is chosen is seen in the next look", async () => {
    await form.getByLabel("Bo Harper (2 texts)").fill(account.username);
    await form.getByLabel("Written for").selectOption("None of these");
    await form.getByLabel("Addresses are made from").selectOption("The title");
    await page.getByRole("button", { name: "Look through again" }).click();
    await expect(page.getByText("Sea · Ferries")).toBeVisible();
    await expect(form.getByLabel("Bo Harper (chosen)")).toHaveValue(account.username);
    await expect(page.getByText("unless an account is named")).toHaveCount(0);
  });

  await page.getByRole("button", { name: "Move in now" }).click();
  await expect(page.getByText(/were taken in/)).toBeVisible();
  const reader = await open();
  await reader.goto(server.url("/archives/when-the-ferry-sails"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("When the Ferry Sails");
  await expect(reader.getByRole("link", { name: "the pier", exact: true })).toHaveAttribute("href", /^\/.*\/the-pier$/);
  await page.getByRole("button", { name: "Take back…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("This import was taken back.", { exact: false })).toBeVisible();
});

test("whoever reads the dashboard in Chinese is told in Chinese what was not taken, and why", async ({ open }) => {
  const api = owner(server);
  const { username, nickname, email } = await api.get<Record<string, string>>("/admin/profile");
  const speak = (locale: string) => api.must(200, "PUT", "/admin/profile", { username, nickname, email, locale });
  await speak("zh-CN");
  const page = await open();
  await enter(page, server, `${path}/1`);
  await expect(page.getByRole("region", { name: "未迁入的内容及原因" })).toContainText("外观不会迁入");
  await expect(page.getByText("looks are not taken over")).toHaveCount(0);
  await openPage(page, server.url(`${path}/2`));
  await expect(page.getByRole("region", { name: "未迁入的内容及原因" })).toContainText("分类法 course");
  await speak("en");
});

test("a phone has room for all of it", async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  for (const at of [path, `${path}/1`]) {
    await enter(page, server, at);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectSound(page, at);
  }
});

test("several texts, and a folder that is dropped, are packed here and looked through as one", async ({ open }) => {
  const page = await open();
  await enter(page, server, path);
  const text = (n: number) => `---\ntitle: Kept ${n}\ndate: 2024-02-0${n}\n---\nText ${n}.`;
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(
      [1, 2, 3].map((n) => ({
        name: `2024-02-0${n}-kept-${n}.md`,
        mimeType: "text/markdown",
        buffer: Buffer.from(text(n)),
      })),
    );
  await expect(page.getByText("3 files.zip")).toBeVisible();
  await page.getByRole("button", { name: "Look through" }).click();
  await expect(page.getByRole("row", { name: /^Posts 3/ })).toBeVisible();

  // A folder comes as the browser's own drag gives it: its entries are read, not its bytes.
  await openPage(page, server.url(path));
  await page.locator("main").evaluate((target, texts) => {
    const entry = (name: string, made: object) => ({ name, fullPath: `/site/${name}`, ...made });
    const fileEntry = (name: string, words: string) =>
      entry(name, {
        isFile: true,
        isDirectory: false,
        file: (give: (file: File) => void) => give(new File([words], name)),
      });
    const all = [
      ...texts.map((words, at) => fileEntry(`2024-02-0${at + 1}-kept-${at}.md`, words)),
      fileEntry(".hidden", "x"),
    ];
    const folder = entry("", {
      isFile: false,
      isDirectory: true,
      createReader: () => ({ readEntries: (give: (some: unknown[]) => void) => give(all.splice(0, 2)) }),
    });
    const event = new DragEvent("drop", { bubbles: true, cancelable: true });
    const item = { kind: "file", webkitGetAsEntry: () => folder, getAsFile: () => null };
    Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], items: [item] } });
    target.dispatchEvent(event);
  }, [1, 2].map(text));
  await expect(page.getByText("2 files.zip")).toBeVisible();
  await page.getByRole("button", { name: "Look through" }).click();
  await expect(page.getByRole("row", { name: /^Posts 2/ })).toBeVisible();
});
