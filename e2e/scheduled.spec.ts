import { type Api } from "./rig/api";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;

test.beforeAll(async () => {
  ada = owner(server);
  await ada.post({ title: "Already here", originalContent: "Since long.", createTime: "2020-01-01T00:00:00Z" });
});

const listed = [
  "/",
  "/feed.xml",
  "/sitemap.xml",
  "/categories/planned",
  "/tags/planned",
  "/api/content/posts?fields=content",
  "/api/content/categories",
  "/api/content/tags",
];

const reached = (moment: number) =>
  expect.poll(() => Date.now(), { intervals: [20], timeout: 120_000 }).toBeGreaterThanOrEqual(moment);

/** Everything a stranger reads that could reveal the post. */
async function everywhere(url: string): Promise<string> {
  const replies = await Promise.all(
    [...listed, "/archives/already-here"].map(async (path) => (await ask(server, path)).text),
  );
  return replies.join("\n") + String((await ask(server, url)).status);
}

test("a scheduled post is nowhere before its moment and everywhere after it, with nothing done in between", async ({
  reader,
}) => {
  const category = await ada.category({ name: "Planned", slug: "planned" });
  const tag = await ada.tag({ name: "planned", slug: "planned" });
  // Everything was rendered once before; the rest asks for it twice, which fits before the moment even on a slow
  // machine.
  const begun = Date.now();
  await everywhere("/archives/nowhere");
  const at = Date.now() + 3_000 + 5 * (Date.now() - begun);
  const post = await ada.post({
    title: "From the future",
    originalContent: "It has come.",
    createTime: new Date(at).toISOString(),
    categoryIds: [category.id],
    tagIds: [tag.id],
  });
  expect(post.status).toBe("PUBLISHED");

  // Requested again and again, so that every answer without it is kept in memory.
  for (let round = 0; round < 2; round += 1)
    expect(await everywhere(post.url)).not.toMatch(/From the future|from-the-future|It has come/);
  const terms = await ada.get<{ slug: string; postCount: number }[]>("/content/categories");
  expect(terms).toMatchObject([{ slug: "planned", postCount: 0 }]);
  expect((await ask(server, post.url)).status).toBe(404);
  expect((await ask(server, `/api/content/posts/${post.id}`)).status).toBe(404);
  expect((await ask(server, `/api/content/posts/slug/from-the-future`)).status).toBe(404);
  expect(Date.now(), "all this came before the moment").toBeLessThan(at);

  await reached(at);
  // The first request after the moment; nobody has written anything.
  expect((await ask(server, post.url)).status).toBe(200);
  for (const path of listed.slice(0, 3)) expect((await ask(server, path)).text, path).toContain("from-the-future");
  expect((await ask(server, "/api/content/posts?fields=content")).text).toContain("It has come.");
  expect(await ada.get("/content/categories")).toMatchObject([{ postCount: 1 }]);
  expect((await ask(server, "/archives/already-here")).text, "the story after").toContain("from-the-future");
  await reader.goto(server.url("/"));
  await reader.getByRole("link", { name: "From the future" }).click();
  await expect(reader.getByText("It has come.")).toBeVisible();
});

test("the moment also comes while the server is down", async () => {
  const at = Date.now() + 5_000;
  const post = await ada.post({
    title: "Overnight",
    originalContent: "Good morning.",
    createTime: new Date(at).toISOString(),
  });
  expect((await ask(server, post.url)).status).toBe(404);
  await server.stop();
  await reached(at);
  await server.start();
  expect((await ask(server, post.url)).status).toBe(200);
  expect((await ask(server, "/")).text).toContain("Overnight");
});

test("a post moved into the future is gone at once, and one brought forward is there at once", async () => {
  const post = await ada.post({ title: "Moved about", originalContent: "Here.", createTime: "2021-01-01T00:00:00Z" });
  expect((await ask(server, post.url)).status).toBe(200);
  await ada.change(post.id, { createTime: "2999-01-01T00:00:00Z" });
  expect((await ask(server, post.url)).status).toBe(404);
  expect((await ask(server, "/sitemap.xml")).text).not.toContain("moved-about");
  await ada.change(post.id, { createTime: "2021-01-01T00:00:00Z" });
  expect((await ask(server, post.url)).status).toBe(200);
  expect((await ask(server, "/sitemap.xml")).text).toContain("moved-about");
});
