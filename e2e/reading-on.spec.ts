// What leads on from a post: its series, posts on the same matters, other languages, and its own address.
import { type Api } from "./rig/api";
import { ask } from "./rig/http";
import { overflowing } from "./rig/layout";
import { owner, serveSite } from "./rig/site";
import { expect, test } from "./rig/test";

const server = serveSite();
let ada: Api;
test.beforeAll(() => {
  ada = owner(server);
});

test("a post names the parts of its series and what is alike, and hands its address on without another site", async ({
  open,
  reader,
  accessible,
}) => {
  const series = await ada.tag({ name: "Restoring the Tern", slug: "tern", series: true });
  const boats = await ada.tag({ name: "Boats", slug: "boats" });
  const parts = [];
  for (const [index, title] of ["Hull", "Mast", "Sails"].entries())
    parts.push(await ada.post({ title, tagIds: [series.id, boats.id], createTime: `2024-0${index + 1}-01T00:00:00Z` }));
  await ada.post({ title: "Another boat", tagIds: [boats.id], createTime: "2023-01-01T00:00:00Z" });
  const [hull, mast] = parts;
  await reader.goto(server.url(mast?.url ?? ""));
  const place = reader.getByRole("navigation", { name: "Restoring the Tern" });
  await expect(place).toContainText("Part 2 of 3 of Restoring the Tern");
  await place.getByText("All parts").click();
  await expect(place.getByRole("listitem")).toHaveText(["Hull", "Mast", "Sails"]);
  await expect(reader.getByRole("navigation", { name: "Related posts" }).getByRole("link")).toHaveText([
    "Sails",
    "Hull",
    "Another boat",
  ]);
  await accessible(reader, "light", "dark");
  await reader.goto(server.url("/tags/tern"));
  await expect(reader.locator("main h2")).toHaveText(["Hull", "Mast", "Sails"]);

  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(server.url(hull?.url ?? ""));
  const share = page.locator(".share");
  await expect(share.getByRole("link", { name: "Send by e-mail" })).toHaveAttribute("href", /^mailto:\?subject=Hull&/);
  await share.getByRole("button", { name: "Copy the address" }).click();
  await expect(share.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(hull?.url);
});

test("a post in Arabic runs from right to left, and it and its original lead to each other", async ({
  open,
  accessible,
}) => {
  const original = await ada.post({ title: "Tides", slug: "tides", language: "en", originalContent: "Ebb and flow." });
  const arabic = await ada.post({
    title: "المد والجزر",
    slug: "almadd",
    language: "ar",
    translationOf: "tides",
    originalContent:
      "> اقتباس من دفتر الميناء.\n\n1. أولاً\n2. ثانياً\n\nنص عن البحر والقمر.\n\n```js\nlet tide = 1;\n```",
  });
  const german = await ada.post({ title: "Gezeiten", slug: "gezeiten", language: "de", translationOf: "tides" });
  const page = await open({ viewport: { width: 360, height: 800 } });
  await page.goto(server.url(arabic.url));
  const article = page.getByRole("article");
  await expect(article.locator(".prose")).toHaveAttribute("dir", "rtl");
  await expect(article.locator("header")).toHaveAttribute("lang", "ar");
  const [quote, text] = await Promise.all([
    article.locator("blockquote").boundingBox(),
    article.locator(".prose").boundingBox(),
  ]);
  const edge = await article.locator("blockquote").evaluate((each) => getComputedStyle(each).borderRightWidth);
  expect(edge).not.toBe("0px");
  expect((quote?.x ?? 0) + (quote?.width ?? 0)).toBeCloseTo((text?.x ?? 0) + (text?.width ?? 0), 0);
  // Code runs from left to right, and the button that copies it is not in its way.
  const [code, copy] = await Promise.all([
    article.locator("pre span").first().boundingBox(),
    article.getByRole("button", { name: "Copy", exact: true }).boundingBox(),
  ]);
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThan(copy?.x ?? 0);
  expect(await overflowing(page)).toEqual([]);
  await accessible(page, "light", "dark");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(server.url(german.url));
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { name: "Noch keine Kommentare" })).toBeVisible();

  const { text: html } = await ask(server, original.url);
  for (const { url, language } of [
    { url: original.url, language: "en" },
    { url: arabic.url, language: "ar" },
    { url: german.url, language: "de" },
  ])
    expect(html).toMatch(new RegExp(`<link rel="alternate" hrefLang="${language}" href="[^"]+${url}"`, "i"));
});
