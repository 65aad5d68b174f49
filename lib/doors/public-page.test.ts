import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { markup } from "../core/markup";
import { asOwnRequest } from "../core/own-request";
import { siteLocales } from "../core/languages";
import { siteFacts } from "../core/site-facts";
import { getSite } from "../features/site/queries";
import { setUpSite } from "../features/accounts/users/setup";
import { visitor } from "../core/access";
import { siteMessagesOf } from "../services/words/site-messages";
import { freshDatabase } from "../testing/setup";
import { storeOptions } from "../testing/options";
import { textOf } from "./form";
import { publicPage } from "./public-page";
import { useTranslations } from "./words";

beforeEach(async () => {
  await freshDatabase();
  markup.provide((element) => renderToStaticMarkup(element as ReactNode));
  siteFacts.provide(getSite);
  await setUpSite(visitor, {
    username: "owner",
    nickname: "Owner",
    email: "owner@example.org",
    password: "a long test password",
    title: "Site",
    locale: "en",
    look: "broadsheet",
    scheme: "auto",
    accent: "brick",
    postsPerPage: "10",
  });
});

const Words = () => createElement("h1", null, useTranslations("missing")("title"));

const page = publicPage<{ slug: string }>(
  async ({ params, query, state }) => ({
    document: createElement(
      "html",
      null,
      createElement(Words),
      createElement("p", null, JSON.stringify({ params, query, state: state("ask"), other: state("other") })),
    ),
    status: params.slug === "gone" ? 404 : 200,
  }),
  {
    ask: async (form) => ({ ok: false, message: "wrong_value", values: { name: textOf(form, "name") } }),
    other: async () => ({ ok: false, message: "other" }),
  },
);

const context = (slug = "a") => ({ params: Promise.resolve({ slug }) });
const get = (query = "", slug = "a") =>
  asOwnRequest(() => page.GET(new Request(`http://site.invalid/a${query}`), context(slug)));
const post = (fields: Record<string, string>, headers?: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const body = headers ? "form=ask" : form;
  return asOwnRequest(() =>
    page.POST(new Request("http://site.invalid/a", { method: "POST", body, ...(headers && { headers }) }), context()),
  );
};
const shownIn = async (answer: Response) =>
  JSON.parse(/<p>(.*)<\/p>/.exec(await answer.text())?.[1]?.replaceAll("&quot;", '"') ?? "null") as Record<
    string,
    unknown
  >;

it("is one document, with the query as pages get it and the status it says", async () => {
  const answer = await get("?a=1&b=2&b=3&b=4");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await answer.clone().text()).toMatch(/^<!DOCTYPE html><html>.*<\/html>$/);
  expect(await shownIn(answer)).toMatchObject({ params: { slug: "a" }, query: { a: "1", b: ["2", "3", "4"] } });
  expect((await get("", "gone")).status).toBe(404);
  const { query } = await shownIn(await get("?__proto__=1&constructor=2"));
  expect(Object.entries(query as object)).toEqual([
    ["__proto__", "1"],
    ["constructor", "2"],
  ]);
});

it("speaks the site's language, and each page its own while others are made", async () => {
  for (const locale of siteLocales) {
    await storeOptions({ site_locale: locale });
    const answers = await Promise.all([get(), get()]);
    for (const answer of answers)
      expect(await answer.text()).toContain(`<h1>${siteMessagesOf(locale).missing.title}</h1>`);
  }
});

it("comes again with what was typed when its form is refused, and only that form knows of it", async () => {
  const answer = await post({ form: "ask", name: "Ada" });
  expect(answer.status).toBe(200);
  expect(await shownIn(answer)).toMatchObject({
    state: { ok: false, message: "wrong_value", values: { name: "Ada" } },
    other: { ok: false },
  });
});

it("takes no form that it does not have, whatever it calls itself", async () => {
  for (const name of ["", "nothing", "constructor", "__proto__", "hasOwnProperty"])
    expect([name, (await post({ form: name })).status]).toEqual([name, 400]);
  expect((await post({})).status).toBe(400);
  for (const type of ["text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=x"])
    expect([type, (await post({}, { "content-type": type })).status]).toEqual([type, 400]);
});
