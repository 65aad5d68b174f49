import type { Page } from "@playwright/test";
import { account, Api } from "./rig/api";
import { crawl } from "./rig/crawl";
import { enter } from "./rig/desk";
import { follow } from "./rig/documents";
import { ask } from "./rig/http";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite({ TRUST_PROXY: "1" });
let ada: Api;
let post: { id: number; url: string };

test.beforeAll(async () => {
  ada = owner(server);
  post = await ada.post({ title: "The tide machine", slug: "the-tide-machine", originalContent: "It adds up waves." });
});

const form = (page: Page) => page.locator("#write");

/** Fills in the form as slowly as a person. */
async function write(page: Page, content: string, author = "Bill Thomson"): Promise<void> {
  await page.getByLabel("Your comment").fill(content);
  await page.getByLabel("Your name").fill(author);
}

const send = (page: Page) => follow(page, () => page.getByRole("button", { name: "Send the comment" }).click());
const waiting = async () =>
  (await ada.get<{ id: number; author: string }[]>("/admin/posts/comments?status=AUDITING")).map(({ id }) => id);
const approve = (id: number) => ada.must(200, "PUT", `/admin/posts/comments/${id}/status/PUBLISHED`);

test("a comment waits, is approved, and is there at once for everybody; no script is needed", async ({
  reader,
  open,
  accessible,
}) => {
  const other = await open({ javaScriptEnabled: false });
  await other.goto(server.url(post.url));
  await expect(other.getByRole("heading", { name: "No comments yet" })).toBeVisible();
  await reader.goto(server.url(post.url));
  await accessible(reader, "light", "dark");
  await write(reader, "My grandfather **built** one, see [here](https://example.org).\n<script>alert(1)</script>");
  await send(reader);
  await expect(reader.getByRole("status")).toContainText("waiting for approval");
  await expect(reader).toHaveURL(server.url(`${post.url}?sent=waiting#write`));
  await accessible(reader, "light", "dark");
  // Its author sees it on this page and in this browser only, and no answer with it is kept.
  const own = reader.getByRole("region", { name: "Your comments waiting for approval" });
  await expect(own).toContainText("My grandfather built one, see here.");
  await expect(own).toContainText("Waiting for approval");
  const held = await reader.context().cookies(server.url(post.url));
  expect(held.map(({ name, path, httpOnly }) => [name, path, httpOnly])).toContainEqual([
    "waiting",
    new URL(server.url(post.url)).pathname,
    true,
  ]);
  const answer = await reader.goto(server.url(post.url));
  expect(answer?.headers()["cache-control"]).toBe("no-store");
  await expect(own).toContainText("My grandfather");
  expect((await reader.goto(server.url("/")))?.headers()["cache-control"]).not.toBe("no-store");
  await other.reload();
  await expect(other.getByText("My grandfather")).toHaveCount(0);
  await expect(other.getByRole("region", { name: "Your comments waiting for approval" })).toHaveCount(0);
  const [id = 0] = await waiting();
  await approve(id);
  await other.reload();
  await expect(other.getByRole("heading", { name: "1 comment" })).toBeVisible();
  await expect(other.getByText("My grandfather built one, see here.")).toBeVisible();
  await reader.goto(server.url(post.url));
  await expect(reader.getByText("My grandfather built one, see here.")).toHaveCount(1);
  await expect(own).toHaveCount(0);
  await expect(other.getByRole("link", { name: "here" })).toHaveAttribute("rel", "nofollow ugc noopener");
  expect(await ada.get(`/content/posts/${post.id}`)).toMatchObject({ commentCount: 1 });
});

test("a name whose signs turn the direction of words over turns nothing else over", async ({ reader }) => {
  const { id: postId, url } = await ada.post({ title: "Names" });
  for (const more of [{}, { authorUrl: "https://example.org/" }]) {
    const given = { postId, author: "Zoe \u202enna", content: `A note ${Object.keys(more).length}.`, ...more };
    const { id } = await new Api(server).must<{ id: number }>(201, "POST", "/content/posts/comments", given);
    await approve(id);
  }
  await reader.goto(server.url(url));
  const lines = reader.locator(".thread .meta", { has: reader.locator(".who") });
  await expect(lines).toHaveCount(2);
  for (const line of await lines.all())
    expect(
      await line.evaluate((given) => {
        const [name, date] = [".who", "time"].map((each) => given.querySelector(each)?.getBoundingClientRect());
        return name && date && date.left > name.right;
      }),
    ).toBe(true);
});

test("whoever forgets something keeps what was typed", async ({ reader, accessible }) => {
  await reader.goto(server.url(post.url));
  await write(reader, "How many *wheels*?", " ");
  await reader.getByLabel("E-mail", { exact: true }).fill("nonsense");
  await reader.getByLabel("Your website").fill("example.org/me");
  await reader.getByLabel("E-mail me when").check();
  await send(reader);
  await expect(reader.getByRole("alert")).toContainText("Please check the fields");
  await expect(reader.getByLabel("Your name")).toHaveAccessibleDescription(/cannot be left empty/);
  await expect(reader.getByLabel("E-mail", { exact: true })).toHaveAccessibleDescription(/does not look right/);
  await expect(reader.getByLabel("Your comment")).toHaveValue("How many *wheels*?");
  await expect(reader.getByLabel("Your website")).toHaveValue("example.org/me");
  await expect(reader.getByLabel("E-mail me when")).toBeChecked();
  await accessible(reader);
  await reader.getByLabel("Your name").fill("Ann");
  await reader.getByLabel("E-mail", { exact: true }).fill("ann@example.org");
  await send(reader);
  await expect(reader.getByRole("status")).toBeVisible();
  const [id = 0] = await waiting();
  expect(await ada.get(`/admin/posts/comments/${id}`)).toMatchObject({
    author: "Ann",
    email: "ann@example.org",
    authorUrl: "https://example.org/me",
    allowNotification: true,
  });
  await approve(id);
});

test("a reply stands below what it answers", async ({ reader }) => {
  await reader.goto(server.url(post.url));
  await follow(reader, () => reader.getByRole("link", { name: "Reply to Ann" }).click());
  await expect(form(reader).getByRole("heading")).toHaveText("Reply to Ann");
  await write(reader, "Fifteen.", "");
  await send(reader);
  await expect(form(reader).getByRole("heading")).toHaveText("Reply to Ann");
  await write(reader, "Fifteen.");
  await send(reader);
  await expect(reader.getByRole("status")).toBeVisible();
  const [id = 0] = await waiting();
  await approve(id);
  await reader.goto(server.url(post.url));
  const ann = reader.locator(".thread > li").filter({ hasText: "How many wheels?" });
  await expect(ann.locator(".thread").getByText("Fifteen.")).toBeVisible();
  await ada.must(200, "PUT", `/admin/posts/comments/${id}/status/RECYCLE`);
  await reader.reload();
  await expect(reader.getByText("Fifteen.")).toHaveCount(0);
});

test("closed comments can be read and not written; a form from another site is refused", async ({ reader }) => {
  const sent = await ask(server, post.url, {
    method: "POST",
    headers: { origin: "https://elsewhere.example", "content-type": "application/x-www-form-urlencoded" },
    body: "author=x&content=y",
  });
  expect(sent.status).toBe(403);
  await ada.change(post.id, { disallowComment: true });
  await reader.goto(server.url(post.url));
  await expect(reader.getByText("Comments are closed.")).toBeVisible();
  await expect(reader.getByText("My grandfather built one")).toBeVisible();
  await expect(reader.getByRole("button", { name: "Send the comment" })).toHaveCount(0);
  await expect(reader.getByRole("link", { name: /Reply/ })).toHaveCount(0);
  await ada.change(post.id, { disallowComment: false });
});

test("whoever is signed in comments under the account's name, and of those who work here it is seen at once", async ({
  open,
  accessible,
}) => {
  const page = await open();
  await enter(page, server);
  await page.goto(server.url(post.url));
  await expect(page.getByText(`You are commenting as ${account.nickname}.`)).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveCount(0);
  await accessible(page);
  await page.getByLabel("Your comment").fill("Signed by the house.");
  await send(page);
  const own = page.locator(".thread article").filter({ hasText: "Signed by the house." });
  await expect(own).toContainText(`${account.nickname} Staff`);
});

test("a face beside a comment is a picture's file on this site or drawn here, however the address of another is written", async () => {
  const { id, url } = await ada.post({ title: "Faces", originalContent: "Yours?" });
  const own = { author: "Ada", email: "ada@example.org", content: "Mine.", postId: id };
  await ada.must(201, "POST", "/admin/posts/comments", own);
  const { username, nickname, email } = await ada.get<Record<string, string>>("/admin/profile");
  for (const [avatar, shown] of [
    ["/favicon.svg", "/favicon.svg"],
    ["/login?1", null],
    ["/\\evil.example/a.png", null],
    ["//evil.example/a.png", null],
    ["https://evil.example/a.png", null],
  ]) {
    await ada.must(200, "PUT", "/admin/profile", { username, nickname, email, avatar });
    const page = await (await fetch(server.url(url))).text();
    expect(/<img class="face" src="([^"]*)"/.exec(page)?.[1] ?? null).toBe(shown);
  }
});

test("a sheet and a note of the journal take comments as well", async ({ reader }) => {
  const sheet = await ada.must<{ url: string }>(201, "POST", "/admin/sheets", {
    title: "About",
    slug: "about",
    status: "PUBLISHED",
    originalContent: "Us.",
  });
  const journal = await ada.must<{ url: string }>(201, "POST", "/admin/journals", { sourceContent: "Fog today." });
  for (const [path, url] of [
    ["sheets", sheet.url],
    ["journals", journal.url],
  ] as const) {
    await reader.goto(server.url(url));
    await write(reader, `Said below ${path}.`);
    await send(reader);
    await expect(reader.getByRole("status")).toBeVisible();
    const [made] = await ada.get<{ id: number }[]>(`/admin/${path}/comments`);
    await ada.must(200, "PUT", `/admin/${path}/comments/${made?.id}/status/PUBLISHED`);
    await reader.goto(server.url(url));
    await expect(reader.getByText(`Said below ${path}.`)).toBeVisible();
  }
});

test("nothing of what waits or was thrown away is told anywhere", async () => {
  const stranger = new Api(server);
  for (const name of ["waiting", "thrownaway"])
    await stranger.must(201, "POST", "/content/posts/comments", {
      postId: post.id,
      author: `canary${name}author`,
      content: `canary${name}text`,
      email: `canary${name}@example.org`,
      authorUrl: `https://canary${name}.example`,
    });
  const [thrown = 0] = await waiting();
  await ada.must(200, "PUT", `/admin/posts/comments/${thrown}/status/RECYCLE`);
  const pages = await crawl(server, [
    "/",
    "/feed.xml",
    "/sitemap.xml",
    post.url,
    `${post.url}?reply=${thrown}`,
    `/api/content/posts/${post.id}/comments`,
    `/api/content/posts/${post.id}`,
    "/api/content/posts?fields=content&keyword=canary",
  ]);
  expect(pages.some(({ reply }) => reply.text.includes("My grandfather"))).toBe(true);
  for (const { path, reply } of pages) expect(reply.text, path).not.toMatch(/canary|ann@example\.org/);
});

test("a number invented in an address leads to the text, whose page is kept", async () => {
  for (const query of ["comments=99", "reply=4711", "comments=1&reply=999999999"]) {
    const reply = await ask(server, `${post.url}?${query}`);
    expect([reply.status, reply.headers.location], query).toEqual([307, post.url]);
  }
});

test("a link in a mail asks before it ends them, and tells when it is not valid", async ({ reader, accessible }) => {
  const token = `1.${"x".repeat(43)}`;
  await reader.goto(server.url(`/unsubscribe/${token}`));
  await expect(reader).toHaveURL(server.url(`/unsubscribe?token=${token}`));
  await accessible(reader, "light", "dark");
  await reader.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(reader.getByRole("alert")).toContainText("no longer valid");
  expect(
    (
      await ask(server, `/unsubscribe/${token}`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      })
    ).status,
  ).toBe(404);
});

test("letters with many marks cover no comment of others, on the page and in the queue", async ({ reader, open }) => {
  const talk = await ada.post({ title: "Marks", slug: "marks", originalContent: "Words." });
  const marked = ("Z" + "\u0301\u0302\u0303\u0304".repeat(60)).repeat(4);
  for (const content of ["The one before.", marked, "The one after."])
    await ada.must(201, "POST", "/admin/posts/comments", { postId: talk.id, author: "Ada", content });
  /** Whether a comment looks the same without the one that has the marks. */
  const isAlone = async (page: Page, all: string, one: string) => {
    const rows = page.locator(all);
    const shown = rows.filter({ hasText: one }).first();
    await expect(shown).toBeVisible();
    const before = await shown.screenshot();
    await rows
      .filter({ hasText: /[Z\u0179]/ })
      .first()
      .evaluate((row) => {
        const unseen = new CSSStyleSheet();
        unseen.replaceSync("[data-unseen], [data-unseen] * { color: transparent !important; }");
        document.adoptedStyleSheets = [unseen];
        row.setAttribute("data-unseen", "");
      });
    const after = await shown.screenshot();
    await page.reload();
    return before.equals(after);
  };
  await reader.goto(server.url(talk.url));
  const page = await open();
  await enter(page, server, "/admin/comments?state=published");
  for (const one of ["The one before.", "The one after."]) {
    expect([one, await isAlone(reader, ".thread article", one)]).toEqual([one, true]);
    expect([one, await isAlone(page, "tbody tr", one)]).toEqual([one, true]);
  }
});

test("another site that leads somebody to a text gives no form the focus that sends in their name", async ({
  open,
}) => {
  const page = await open();
  await enter(page, server, "/admin");
  await page.goto(`data:text/html,${encodeURIComponent(`<a href="${server.url(post.url)}#content">on</a>`)}`);
  await follow(page, () => page.getByRole("link").click());
  await expect(page.locator(".discussion textarea")).toHaveCount(0);
  await follow(page, () => page.getByRole("link", { name: "Write a comment" }).click());
  await expect(page.getByLabel("Your comment")).toBeVisible();
});
