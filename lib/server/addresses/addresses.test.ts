import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { routes } from "../../api/routes";
import { queryNamesOf } from "../../doors/endpoint";
import {
  canonical,
  isPublicPage,
  isResolved,
  isSearchOfApi,
  isSearchPage,
  isSpelledPlainly,
  NOWHERE,
  isPageAskedAsSubresource,
  standInFor,
} from "./addresses";

describe("a kept answer of the API", () => {
  const lists = routes.filter(({ method, path }) => method === "GET" && path.startsWith("/content/"));
  const filters = lists.flatMap((route) =>
    [...queryNamesOf(route)].map((name) => [`/api${route.path.replace(/\{\w+\}/g, "1")}`, name] as const),
  );

  it.each(filters)("%s is found by its filter %s", (path, name) => {
    expect(canonical(`${path}?${name}=1`)).toBe(`${path}?${name}=1`);
    expect(canonical(standInFor(`${path}/?${name}=1`))).toBe(`${path}?${name}=1`);
  });

  it("is found by every name that its operation takes beside the path, and by the paging of short lists", () => {
    expect(filters.length).toBeGreaterThan(40);
    expect(filters).toEqual(
      expect.arrayContaining([
        ["/api/content/posts", "year"],
        ["/api/content/tags/1/posts", "category"],
        ["/api/content/menus", "page"],
        ["/api/content/posts/search", "keyword"],
      ]),
    );
    expect(filters).not.toContainEqual(["/api/content/tags/1/posts", "tag"]);
  });

  it("is not found by what its line does not read", () => {
    expect(canonical("/api/content/posts?utm_source=x&tag=a&page=2")).toBe("/api/content/posts?page=2&tag=a");
    expect(canonical("/api/content/menus?keyword=x")).toBe("/api/content/menus");
    expect(canonical("/api/content/nothing?page=2")).toBe("/api/content/nothing");
    expect(canonical("/api/openapi.json?page=2")).toBe("/api/openapi.json");
    expect(canonical("/api/docs?size=2")).toBe("/api/docs");
  });
});

describe("an address that the framework would resolve to another one", () => {
  it.each([
    "/x/../api/admin/login",
    "/./api/docs",
    "/..",
    "/.",
    "/x/..?a=1",
    "/api/auth/%2e%2e/admin/users",
    "/api/auth/.%2E/admin/users",
    "/%2E/x",
    "/x\\y",
    "/\\evil.example",
    "/archives#1",
    "/search?keyword=a#b",
  ])("is %s", (url) => {
    expect(isResolved(url)).toBe(false);
  });
  it.each([
    "/",
    "/archives/a..b",
    "/.well-known/x",
    "/...",
    "/a?b=/../\\",
    "/archives/%E5%B7%A6",
    "/%2e%2e%2e",
    "/a%2f..%2fb",
  ])("is not %s", (url) => {
    expect(isResolved(url)).toBe(true);
    expect(new URL(url, "http://localhost").pathname).toBe(url.split("?")[0]);
  });
});

describe("a path", () => {
  it.each(["/", "/archives/a-b", "/feed.xml", "/archives/%E5%B7%A6", "light/archives"])(
    "is spelled as ours are: %s",
    (path) => expect(isSpelledPlainly(path)).toBe(true),
  );
  it.each(["/archives/%61-b", "/archives/a%2Db", "/archives/%e5%b7%a6", "/archives/左", "/a;b", "/%", "/a#b"])(
    "is spelled otherwise: %s",
    (path) => expect(isSpelledPlainly(path)).toBe(false),
  );
});

describe("a search", () => {
  it.each([
    "/search?keyword=a",
    "/search/?keyword=a",
    "/search?page=2&keyword=a",
    "/%73earch?keyword=a",
    "/x/../search?keyword=%20a",
    "/search?keyword=a#b",
    "/search?keyword=&keyword=a",
    "/search?keyword=a&keyword=",
  ])("is %s", (url) => expect(isSearchPage(url)).toBe(true));
  it.each([
    "/search",
    "/search?keyword=",
    "/search?keyword=%20",
    "/search/busy?keyword=a",
    "/searching?keyword=a",
    "/?keyword=a",
    "/\\:?keyword=a",
  ])("is not %s", (url) => expect(isSearchPage(url)).toBe(false));
});

it.each([
  "/api/content/posts?keyword=a",
  "/api/content/posts?page=1?&keyword=a",
  "/api/content/posts?sort=?&size=9&keyword=b",
])("what the API takes for a search counts as one: %s", (url) => {
  expect(isSearchOfApi(url)).toBe(true);
  expect(isSearchOfApi(url.replace(/keyword=\w/, "keyword="))).toBe(false);
});

it("a text is answered as Markdown at its own address only, in whatever spelling: below another each would have countless", () => {
  const stand = standInFor("/archives/fog-signal.md");
  expect(stand).toBe("/markdown/%2Farchives%2Ffog-signal");
  for (const asked of ["/archives/fog%2Dsignal.md", "/%61rchives/fog-signal%2Emd", "/archives/fog-signal.md?x=1"])
    expect([asked, standInFor(asked)]).toEqual([asked, stand]);
  for (const asked of [stand, "/markdown/%2Farchives%2Ffog%252Dsignal", "/m%61rkdown/%2Fabout", "/markdown/x?plain"])
    expect([asked, standInFor(asked)]).toEqual([asked, NOWHERE]);
  for (const asked of ["/%2561rchives/fog-signal.md", "/2026/%2530%2531/fog-signal.md"])
    expect([asked, standInFor(asked)]).toEqual([asked, asked]);
  expect(standInFor("/archives/100%25.md")).toBe(`/markdown/${encodeURIComponent("/archives/100%25")}`);
});

it("an address of the API with a slash at its end is the one without it, for all that look at it", () => {
  for (const path of [
    "/api",
    "/api/docs",
    "/api/openapi.json",
    "/api/health",
    ...routes.map((route) => `/api${route.path}`),
  ])
    for (const query of ["", "?x=1", "?x=/"]) expect(standInFor(`${path}/${query}`)).toBe(path + query);
});

it("of several values of one name a page is found by the last, and a list of the API by all", () => {
  expect(canonical("/search?keyword=a&keyword=b&page=3&page=2")).toBe("/search?keyword=b&page=2");
  expect(canonical("/about?comments=1&comments=2")).toBe("/about?comments=2");
  expect(canonical("/api/content/posts?sort=title&sort=id")).toBe("/api/content/posts?sort=title&sort=id");
});

it.each(["/", "/archives", "/journals", "/tags", "/tags/looms", "/categories/engines/page/2", "/page/2", "/photos"])(
  "%s has no comments, and is the same page for every query that names some",
  (path) => {
    for (const name of ["comments", "comment", "reply", "edit"]) expect(canonical(`${path}?${name}=7`)).toBe(path);
    expect(canonical(`${path}?sent=waiting&plain=1`)).toBe(`${path}?plain=`);
  },
);

it.each(["/archives/notes", "/journals/7", "/about", "/2026/11/notes", "/feeds/mail", "/tagsoup"])(
  "%s may have comments, of which a query names some",
  (path) => {
    expect(canonical(`${path}?comments=7`)).toBe(`${path}?comments=7`);
    expect(canonical(`${path}?sent=waiting`)).toBe(`${path}?sent=waiting`);
  },
);

it("every page without a form for comments is the same page for every query that names some", () => {
  const folder = "app/(site)";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("/route.tsx"),
  );
  const pages = files.map((path) => ({
    address: `/${dirname(path)
      .replace(/\[n\]/g, "2")
      .replace(/\[\w+\]/g, "some")}`,
    hasComments: /\b(?:postForms|topForms|journalForms)\b/.test(readFileSync(join(folder, path), "utf8")),
  }));
  // Those of one person are not kept, and readers find these two by a form.
  const others = pages.filter(({ address }) => isPublicPage(address) && !/^\/(?:feeds\/mail|search\/)/.test(address));
  expect(others.length).toBeGreaterThan(15);
  for (const { address, hasComments } of others)
    expect([address, canonical(`${address}?comments=7`)]).toEqual([
      address,
      address + (hasComments ? "?comments=7" : ""),
    ]);
});

it.each([
  ["/login?1", "image"],
  ["/admin/logs/export", "image"],
  ["/api/auth/signout", "script"],
  ["/register", "style"],
  ["/search?keyword=a", "image"],
  ["/%73earch?keyword=a", "video"],
  ["/%6cogin", "image"],
  ["/archives/a?comments=2", "image"],
  ["/a?x=1&reply=7", "audio"],
  ["/search?year=2026", "image"],
  ["/?plain", "image"],
  ["/api/content/posts?keyword=a", "image"],
])("%s is no part of a page, wanted as %s", (asked, as) => {
  expect(isPageAskedAsSubresource(asked, { "sec-fetch-dest": as })).toBe(true);
  expect(isPageAskedAsSubresource(asked, { "sec-fetch-dest": "document", accept: "text/html" })).toBe(false);
  expect(isPageAskedAsSubresource(asked, { accept: "image/avif,image/webp,*/*;q=0.8" })).toBe(true);
  expect(isPageAskedAsSubresource(asked, { accept: "*/*", range: "bytes=0-" })).toBe(true);
  expect(isPageAskedAsSubresource(asked, { accept: "*/*", range: "bytes=7-" })).toBe(false);
  expect(isPageAskedAsSubresource(asked, {})).toBe(false);
});

it.each([
  ["/cards/posts/1.png", "image"],
  ["/uploads/2026/11/a/a.jpg?v=1", "image"],
  ["/archives/a?x=1", "image"],
  ["/own.css", "style"],
  ["/api/docs", "script"],
  ["/api/content/posts", "image"],
  ["/search", "image"],
  ["/site.webmanifest", "manifest"],
  ["/%ff", "image"],
])("%s may be a part of a page, wanted as %s", (asked, as) =>
  expect(isPageAskedAsSubresource(asked, { "sec-fetch-dest": as })).toBe(false),
);
