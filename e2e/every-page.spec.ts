import { aJpeg } from "../lib/testing/pictures";
import { enter, expectSound } from "./rig/desk";
import { overflowing } from "./rig/layout";
import { dashboardPages } from "./rig/pages-in";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();

/** What people call things at worst: a word without an end, and letters that run the other way. */
const LONG = "Wiederaufnahmeverfahren".repeat(3);
const name = (what: string) => `${what} ${LONG} اسم`;

test("every page of the dashboard fits its window at three widths, whatever things are called, and axe finds nothing", async ({
  open,
}) => {
  const ada = owner(server);
  const tag = await ada.tag({ name: name("Tag") });
  const category = await ada.category({ name: name("Category") });
  const post = await ada.post({
    title: name("Post"),
    originalContent: "Words.",
    tagIds: [tag.id],
    categoryIds: [category.id],
  });
  const sheet = await ada.sheet({ title: name("Page"), originalContent: "Words." });
  await ada.journal({ sourceContent: LONG });
  await ada.upload(`${LONG}.jpg`, await aJpeg({ width: 60, height: 40 }));
  await ada.must(201, "POST", "/content/posts/comments", { postId: post.id, author: LONG.slice(0, 50), content: LONG });
  await ada.must(201, "POST", "/admin/photos", {
    name: name("Photo"),
    url: "/uploads/a.jpg",
    thumbnail: "",
    team: LONG,
  });
  await ada.must(201, "POST", "/admin/links", { name: name("Link"), url: `https://example.com/${LONG}`, team: LONG });
  await ada.must(201, "POST", "/admin/menus", { name: name("Entry"), url: `/${LONG}` });
  await ada.must(201, "POST", "/admin/redirects", { source: `/old/${LONG}`, target: `/${LONG}` });
  await ada.must(201, "POST", "/admin/comments/blocks", { value: `${"long".repeat(15)}@example.com` });
  await ada.must(201, "POST", "/admin/tokens", { name: name("Token"), scopes: ["content:read"] });
  await ada.must(201, "POST", "/admin/users", {
    username: "b".repeat(40),
    nickname: LONG,
    title: LONG,
    email: `${"b".repeat(60)}@example.com`,
    password: "a calm passphrase 9",
    role: "EDITOR",
  });
  const hook = await ada.must<{ id: number }>(201, "POST", "/admin/webhooks", {
    name: name("Hook"),
    url: `https://hooks.example.com/${LONG}`,
    events: ["post.published", "post.updated", "comment.created"],
  });
  const gone = await ada.tag({ name: name("Gone") });
  await ada.must(204, "DELETE", `/admin/tags/${gone.id}`);
  const paths = dashboardPages({
    postId: post.id,
    sheetId: sheet.id,
    webhookId: hook.id,
    userId: 2,
    group: "addresses",
    importId: await ada.lookThrough(),
  });
  expect(paths.length).toBeGreaterThan(35);

  const page = await open();
  await enter(page, server);
  for (const path of paths) {
    await page.goto(server.url(path), { waitUntil: "networkidle" });
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `${path} at ${width} px`).toEqual([]);
    }
    await expectSound(page, path);
  }
});
