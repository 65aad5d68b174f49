import type { Page } from "@playwright/test";
import { Api } from "./rig/api";
import { contentOf, follow } from "./rig/documents";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

test.describe.configure({ mode: "serial" });

const server = serveSite({ TRUST_PROXY: "1" });
let ada: Api;
let plain: { id: number; url: string };
let inherited: { id: number; url: string };
let family: { id: number };

const SECRET = "The treasure lies under the oak";
const protectedFields = {
  originalContent: `${SECRET}, so bring a spade.`,
  summary: `${SECRET} (summary)`,
  metaDescription: `${SECRET} (description)`,
  metaKeywords: SECRET,
  thumbnail: "/favicon.svg?treasure-map",
  metas: [{ key: "where", value: SECRET }],
};

const from = (address: string) => ({ javaScriptEnabled: false, extraHTTPHeaders: { "x-forwarded-for": address } });

async function tryPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password").fill(password);
  await follow(page, () => page.getByRole("button", { name: "Open" }).click());
}

test.beforeAll(async () => {
  ada = owner(server);
  family = await ada.category({ name: "Family", slug: "family", password: "grandmother" });
  const below = await ada.category({ name: "Children", slug: "children", parentId: family.id });
  plain = await ada.post({ title: "Where to dig", password: "spade and bucket", ...protectedFields });
  inherited = await ada.post({ title: "Family letters", categoryIds: [below.id], ...protectedFields });
});

test("a protected post is listed with title and date, its text is nowhere", async ({ reader, accessible }) => {
  await reader.goto(server.url("/"));
  for (const title of ["Where to dig", "Family letters"]) {
    const entry = reader.getByRole("article").filter({ has: reader.getByRole("link", { name: title }) });
    await expect(entry.locator("time")).toBeVisible();
  }
  await accessible(reader, "light", "dark");
  await reader.goto(server.url("/categories/family"));
  await expect(reader.getByRole("article")).toContainText("This post is protected");
  const pages = [
    "/",
    plain.url,
    inherited.url,
    "/feed.xml",
    "/sitemap.xml",
    "/categories/family",
    "/api/content/posts?fields=content",
    `/api/content/posts/${plain.id}`,
    `/api/content/posts/${inherited.id}`,
  ];
  for (const path of pages) {
    const text = await (await fetch(server.url(path))).text();
    expect(text, path).not.toContain(SECRET);
    expect(text, path).not.toContain("treasure-map");
  }
  expect((await new Api(server).call("GET", `/content/posts/${plain.id}`)).status).toBe(401);
});

test("a wrong password is told kindly, the right one opens the post", async ({ reader, accessible }) => {
  await reader.goto(server.url(plain.url));
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Where to dig");
  await accessible(reader, "light", "dark");
  await tryPassword(reader, "");
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription("Enter the password.");
  await tryPassword(reader, "spade");
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/This is not the password/);
  await expect(reader.getByText(SECRET)).toHaveCount(0);
  await accessible(reader);
  await tryPassword(reader, "spade and bucket");
  await expect(reader).toHaveURL(server.url(plain.url));
  await expect(reader.getByText(`${SECRET}, so bring a spade.`)).toBeVisible();
  await accessible(reader);
  const cookie = (await reader.context().cookies()).find(({ name }) => name === "unlock");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookie?.value).not.toContain("spade");
});

test("what one reader has opened stays shut for all others", async ({ reader, open }) => {
  const other = await open({ javaScriptEnabled: false });
  await reader.goto(server.url(plain.url));
  await tryPassword(reader, "spade and bucket");
  await expect(reader.getByText(SECRET).first()).toBeVisible();
  await reader.reload();
  await expect(reader.getByText(SECRET).first()).toBeVisible();
  await other.goto(server.url(plain.url));
  await expect(other.getByRole("button", { name: "Open" })).toBeVisible();
  expect(await contentOf(other)).not.toContain(SECRET);
  // The cookie opens this post and no other.
  await reader.goto(server.url(inherited.url));
  await expect(reader.getByRole("button", { name: "Open" })).toBeVisible();
});

test("the password of a category opens what is below it", async ({ reader }) => {
  await reader.goto(server.url(inherited.url));
  await tryPassword(reader, "spade and bucket");
  await expect(reader.getByLabel("Password")).toHaveAccessibleDescription(/This is not the password/);
  await tryPassword(reader, "grandmother");
  await expect(reader.getByText(`${SECRET}, so bring a spade.`)).toBeVisible();
});

test("a private post with a password shows a form without its title", async ({ reader, accessible }) => {
  const secret = await ada.post({
    title: "Secret wedding",
    slug: "you-are-invited",
    status: "INTIMATE",
    password: "confetti",
    ...protectedFields,
  });
  expect((await reader.goto(server.url(secret.url)))?.status()).toBe(200);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("This page is protected");
  expect(await contentOf(reader)).not.toMatch(/Secret wedding|treasure/);
  await accessible(reader);
  await tryPassword(reader, "confetti");
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Secret wedding");
  await reader.goto(server.url("/"));
  expect(await contentOf(reader)).not.toContain("Secret wedding");
});

test("a changed password locks again", async ({ reader }) => {
  await reader.goto(server.url(plain.url));
  await tryPassword(reader, "spade and bucket");
  await expect(reader.getByText(SECRET).first()).toBeVisible();
  await ada.change(plain.id, { password: "a new spade" });
  await reader.reload();
  await expect(reader.getByRole("button", { name: "Open" })).toBeVisible();
  await tryPassword(reader, "a new spade");
  await expect(reader.getByText(SECRET).first()).toBeVisible();

  await reader.goto(server.url(inherited.url));
  await tryPassword(reader, "grandmother");
  await expect(reader.getByText(SECRET).first()).toBeVisible();
  await ada.must(200, "PUT", `/admin/categories/${family.id}`, { name: "Family", password: "grandfather" });
  await reader.reload();
  await expect(reader.getByRole("button", { name: "Open" })).toBeVisible();
});

test("a password that is taken away opens the post to everyone at once", async ({ reader }) => {
  await reader.goto(server.url(plain.url));
  await expect(reader.getByRole("button", { name: "Open" })).toBeVisible();
  await ada.change(plain.id, { password: null });
  await reader.reload();
  await expect(reader.getByText(SECRET).first()).toBeVisible();
  await ada.change(plain.id, { password: "a new spade" });
  await reader.reload();
  await expect(reader.getByRole("button", { name: "Open" })).toBeVisible();
});

test("guessing on and on is refused, for the guesser alone", async ({ open }) => {
  const guesser = await open(from("203.0.113.7"));
  await guesser.goto(server.url(plain.url));
  for (let guess = 1; guess <= 5; guess += 1) {
    await tryPassword(guesser, `guess ${guess}`);
    await expect(guesser.getByLabel("Password")).toHaveAccessibleDescription(/This is not the password/);
  }
  await tryPassword(guesser, "a new spade");
  await expect(guesser.getByText("Too many wrong passwords.").first()).toBeVisible();
  await expect(guesser.getByText(SECRET)).toHaveCount(0);

  const friend = await open(from("203.0.113.8"));
  await friend.goto(server.url(plain.url));
  await tryPassword(friend, "a new spade");
  await expect(friend.getByText(SECRET).first()).toBeVisible();
});

test("nobody gets more guesses by calling themselves somebody else", async ({ open }) => {
  for (let guess = 1; guess <= 6; guess += 1) {
    const guesser = await open({
      javaScriptEnabled: false,
      extraHTTPHeaders: {
        "x-forwarded-for": `198.51.100.${guess}, 203.0.113.9`,
        "x-broadsheet-client": `198.51.100.${guess}`,
      },
    });
    await guesser.goto(server.url(plain.url));
    await tryPassword(guesser, `guess ${guess}`);
    await expect(
      guesser.getByText(guess <= 5 ? /This is not the password/ : /Too many wrong passwords/).first(),
    ).toBeVisible();
  }
});

test("the API opens with the password in a header, and counts guesses too", async () => {
  const read = (password: string, address: string) =>
    new Api(server).call("GET", `/content/posts/${plain.id}`, undefined, {
      "x-content-password": password,
      "x-forwarded-for": address,
    });
  const opened = await read("a new spade", "203.0.113.10");
  expect(opened.status).toBe(200);
  expect(opened.text).toContain(SECRET);
  const guesses = [];
  for (let guess = 1; guess <= 6; guess += 1) guesses.push(await read(`guess ${guess}`, "203.0.113.11"));
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(Number(guesses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await read("", "203.0.113.12")).status).toBe(401);
});
