import { describe, expect, it } from "vitest";
import { routes } from "../api/routes";
import { queryNamesOf } from "../doors/endpoint";
import { canonical, isSearchPage } from "./addresses";

describe("a kept answer of the API", () => {
  const lists = routes.filter(({ method, path }) => method === "GET" && path.startsWith("/content/"));
  const filters = lists.flatMap((route) =>
    [...queryNamesOf(route)].map((name) => [`/api${route.path.replace(/\{\w+\}/g, "1")}`, name] as const),
  );

  it.each(filters)("%s is found by its filter %s", (path, name) => {
    expect(canonical(`${path}?${name}=1`)).toBe(`${path}?${name}=1`);
    expect(canonical(`${path}/?${name}=1`)).toBe(`${path}/?${name}=1`);
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

describe("a search", () => {
  it.each([
    "/search?keyword=a",
    "/search/?keyword=a",
    "/search?page=2&keyword=a",
    "/%73earch?keyword=a",
    "/x/../search?keyword=%20a",
    "/search?keyword=a#b",
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
