import { account, type Api, logIn } from "./rig/api";
import { contentOf, follow } from "./rig/documents";
import { Server } from "./rig/server";
import { expect, test } from "./rig/test";

// One site from its first start on; each test continues after the one before.
test.describe.configure({ mode: "serial" });

const server = new Server({ WARM_UP: "on" });
let ada: Api;
let story: { id: number; version: number };

test.beforeAll(() => server.start());
test.afterAll(() => server.end());

const feed = async () => (await fetch(server.url("/feed.xml"))).text();
const siteMap = async () => (await fetch(server.url("/sitemap.xml"))).text();
const statusOf = async (path: string) => (await fetch(server.url(path), { redirect: "manual" })).status;

test("an owner sets the site up in the browser, mistakes first", async ({ reader, accessible }) => {
  expect(server.stdout).toContain(`Set up your site at ${server.origin}/setup`);
  await reader.goto(server.url("/"));
  await reader.getByRole("link", { name: "Set up this site" }).click();
  await expect(reader).toHaveURL(server.url("/setup"));
  await accessible(reader);

  const go = (name: string) => follow(reader, () => reader.getByRole("button", { name, exact: true }).click());
  const step = reader.locator("[aria-current=step]");
  await expect(step).toHaveText("Your account");
  await reader.getByLabel("Your name").fill(account.nickname);
  await reader.getByLabel("Username").fill("ada lovelace");
  await reader.getByLabel("E-mail").fill("ada at example");
  await reader.getByLabel("Password").fill("short");
  await go("Continue");

  await expect(reader.getByRole("alert")).toHaveText("Please check the fields marked below.");
  await expect(reader.getByLabel("Username")).toHaveAccessibleDescription(/A username has no spaces/);
  await expect(reader.getByLabel("E-mail")).toHaveAccessibleDescription(/looks like name@example\.org/);
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/At least 8 characters/);
  await expect(reader.getByLabel("Your name")).toHaveValue(account.nickname);
  await expect(reader.getByLabel("E-mail")).toHaveValue("ada at example");
  await expect(reader.getByLabel("Password")).toHaveValue("");
  await accessible(reader);

  await reader.getByLabel("Username").fill(account.username);
  await reader.getByLabel("Password").fill(account.password);
  await go("Continue");
  // A good password is kept after an error in another field, and no page shows it.
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/earlier password is kept/);
  expect(await contentOf(reader)).not.toContain(account.password);
  await reader.getByLabel("E-mail").fill(account.email);
  await go("Continue");

  await expect(step).toHaveText("The site");
  await go("Continue");
  await expect(reader.getByLabel("Name of the site")).toHaveAccessibleDescription(/cannot be left empty/);
  await expect(reader.getByLabel("Address of the site")).toHaveValue(server.origin);
  await reader.getByLabel("Address of the site").fill("https://daily.example/blog");
  await go("Continue");
  await expect(reader.getByLabel("Address of the site")).toHaveAccessibleDescription(/with nothing after it/);
  await reader.getByLabel("Address of the site").fill(`${server.origin}/`);
  await reader.getByLabel("Name of the site").fill("The Daily Test");
  await reader.getByLabel("In one sentence").fill("All that is fit to be tried.");
  await accessible(reader);
  await go("Back");
  await expect(reader.getByLabel("E-mail")).toHaveValue(account.email);
  await go("Continue");
  await expect(reader.getByLabel("Name of the site")).toHaveValue("The Daily Test");
  await go("Continue");

  await expect(step).toHaveText("Its look");
  await reader.getByRole("radio", { name: "Dark", exact: true }).check();
  await reader.getByRole("radio", { name: "Sea" }).check();
  await reader.getByLabel("Posts per page").fill("101");
  await accessible(reader);
  await go("Set up the site");
  await expect(reader.getByLabel("Posts per page")).toHaveAccessibleDescription(/1 to 100/);
  await expect(reader.getByRole("radio", { name: "Sea" })).toBeChecked();
  await reader.getByLabel("Posts per page").fill("7");
  await go("Set up the site");
  // It ends in the editor, with a first post.
  await expect(reader).toHaveURL(server.url("/admin/posts/new"));
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("heading", { level: 1, name: "The Daily Test" })).toBeVisible();
  await expect(reader.getByText("Nothing has been published yet.")).toBeVisible();
  // The look changes at once.
  const [root, body] = [reader.locator("html"), reader.locator("body")];
  await expect(root).toHaveCSS("color-scheme", "dark");
  await expect(body).toHaveCSS("background-color", "rgb(21, 20, 18)");
  await expect(reader.getByText("All that is fit to be tried.")).toBeVisible();
  await expect(root).toHaveAttribute("data-accent", "sea");
  expect((await (await fetch(server.url("/"))).text()).match(/data-scheme="dark"/)).not.toBeNull();
  // Readers who want another one choose it.
  await go("Auto");
  await expect(root).not.toHaveAttribute("data-scheme", "dark");
  await expect(body).toHaveCSS("background-color", "rgb(251, 250, 246)");
  await go("Light");
  await expect(reader.getByRole("button", { name: "Light", exact: true })).toHaveAttribute("aria-pressed", "true");
  await accessible(reader, "light", "dark");
  ada = await logIn(server);
});

test("nobody sets it up a second time", async ({ reader }) => {
  await reader.goto(server.url("/setup"));
  await expect(reader.getByRole("heading", { name: "This site is set up" })).toBeVisible();
  await expect(reader.getByRole("button", { name: "Set up the site" })).toHaveCount(0);
});

test("a post made over the API is on every page a visitor reads", async ({ reader, accessible }) => {
  // Kept pages must show it, too.
  for (const path of ["/", "/categories", "/tags", "/feed.xml", "/sitemap.xml"])
    expect(await statusOf(path), path).toBe(200);
  expect(await statusOf("/archives/hello-world")).toBe(404);

  const category = await ada.category({ name: "Engines", slug: "engines" });
  const tag = await ada.tag({ name: "First words", slug: "first-words" });
  const text =
    "It begins with *one* sentence.\n\n## A heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst one = 1;\n```\n";
  story = await ada.post({
    title: "Hello, world",
    originalContent: text,
    categoryIds: [category.id],
    tagIds: [tag.id],
  });

  await reader.goto(server.url("/"));
  await accessible(reader);
  await reader.getByRole("link", { name: "Hello, world" }).click();
  await expect(reader).toHaveURL(server.url("/archives/hello-world"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Hello, world");
  await expect(reader.getByText("It begins with one sentence.")).toBeVisible();
  // Only what somebody wrote as a summary stands above a text, never its own beginning.
  await expect(reader.locator(".summary")).toHaveCount(0);
  await expect(reader).toHaveTitle("Hello, world — The Daily Test");
  await expect(reader.getByRole("cell", { name: "2" })).toBeVisible();
  await accessible(reader);

  await reader.getByRole("main").getByRole("link", { name: "Engines" }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Engines");
  await expect(reader.getByRole("link", { name: "Hello, world" })).toBeVisible();
  await accessible(reader);
  await reader.goto(server.url("/tags"));
  await accessible(reader);
  await reader.getByRole("main").getByRole("link", { name: "First words" }).click();
  await expect(reader.getByRole("link", { name: "Hello, world" })).toBeVisible();
  await reader.goto(server.url("/categories"));
  await expect(reader.getByRole("main").getByRole("link", { name: "Engines" })).toBeVisible();
  await accessible(reader);
  expect(await feed()).toContain("It begins with");
  expect(await siteMap()).toContain(`<loc>${server.origin}/archives/hello-world</loc>`);
});

test("a change shows at the very next reload", async ({ reader }) => {
  await reader.goto(server.url("/archives/hello-world"));
  story = await ada.change(story.id, { title: "Hello again", originalContent: "Another beginning." });
  await reader.reload();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Hello again");
  await expect(reader.getByText("Another beginning.")).toBeVisible();
  await expect(reader.getByText("It begins with")).toHaveCount(0);
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("link", { name: "Hello again" })).toBeVisible();
  expect(await feed()).toContain("Another beginning.");
  expect(await feed()).not.toContain("It begins with");
});

test("a text that is being worked on shows nowhere until it is saved for good", async ({ reader }) => {
  const shown = async () =>
    (
      await Promise.all(
        ["/", "/archives/hello-world", "/feed.xml", "/api/content/posts?fields=content"].map(async (path) =>
          (await fetch(server.url(path))).text(),
        ),
      )
    ).join("\n");
  const before = await shown();
  const byText = await ada.text(story.id, { originalContent: "Not ready, by content." });
  expect(byText).toMatchObject({ inProgress: true, originalContent: "Not ready, by content." });
  expect(await shown()).toBe(before);
  await ada.change(
    story.id,
    { title: "Not ready, by autosave", originalContent: "Not ready, by autosave." },
    "?autoSave=true",
  );
  expect(await shown()).toBe(before);
  const draft = await ada.post({ title: "Only a draft", originalContent: "Drafted.", status: "DRAFT" });
  expect(await shown()).toBe(before);
  expect(await statusOf(draft.url)).toBe(404);

  story = await ada.change(story.id, { title: "Hello again" });
  await reader.goto(server.url("/archives/hello-world"));
  await expect(reader.getByText("Not ready, by autosave.")).toBeVisible();
  await ada.status(draft.id, "PUBLISHED");
  await reader.goto(server.url("/"));
  await expect(reader.getByRole("link", { name: "Only a draft" })).toBeVisible();
});

test("an address that was changed leads on, for good", async ({ reader }) => {
  await ada.change(story.id, { slug: "hello-again" });
  expect([301, 308]).toContain(await statusOf("/archives/hello-world"));
  await reader.goto(server.url("/archives/hello-world"));
  await expect(reader).toHaveURL(server.url("/archives/hello-again"));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Hello again");
  expect(await siteMap()).not.toContain("/archives/hello-world<");
});

test("what is taken back is gone at once, and back at once", async ({ reader }) => {
  await reader.goto(server.url("/archives/hello-again"));
  for (const status of ["DRAFT", "RECYCLE", "INTIMATE"]) {
    await ada.status(story.id, status);
    expect((await reader.reload())?.status(), status).toBe(404);
    await expect(reader.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    expect(await statusOf("/archives/hello-world"), "the old address").toBe(404);
    await reader.goto(server.url("/"));
    await expect(reader.getByRole("link", { name: "Hello again" })).toHaveCount(0);
    expect(await feed()).not.toContain("hello-again");
    expect(await siteMap()).not.toContain("hello-again");
    await ada.status(story.id, "PUBLISHED");
    expect((await reader.goto(server.url("/archives/hello-again")))?.status()).toBe(200);
  }
});

test("everything is still there after a restart", async ({ reader }) => {
  await server.restart();
  await reader.goto(server.url("/"));
  await reader.getByRole("link", { name: "Hello again" }).click();
  await expect(reader.getByText("Not ready, by autosave.")).toBeVisible();
  expect([301, 308]).toContain(await statusOf("/archives/hello-world"));
  // The token also survives the restart.
  await ada.change(story.id, { originalContent: "After the restart." });
  await reader.reload();
  await expect(reader.getByText("After the restart.")).toBeVisible();
});

test("what was acknowledged survives the power going out", async ({ reader }) => {
  const last = await ada.post({ title: "Last words", originalContent: "Written down in time." });
  await server.kill();
  await server.start();
  await reader.goto(server.url(last.url));
  await expect(reader.getByText("Written down in time.")).toBeVisible();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Last words");
});
