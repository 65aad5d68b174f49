import { describe, expect, it } from "vitest";
import { routeFinder } from "./routes";

const find = routeFinder([
  "/",
  "/[slug]",
  "/[slug]/[month]/[post]",
  "/[slug]/[month]/[post]/[last]",
  "/archives",
  "/archives/[slug]",
  "/archives/[slug]/[month]",
  "/archives/page/[n]",
  "/tags/[slug]",
  "/robots.txt",
  "/api/[...path]",
]);

describe("the route of an address", () => {
  it.each([
    ["/", "/", {}],
    ["/about", "/[slug]", { slug: "about" }],
    ["/robots.txt", "/robots.txt", {}],
    ["/wp-login.php", "/[slug]", { slug: "wp-login.php" }],
    ["/archives", "/archives", {}],
    ["/archives/a", "/archives/[slug]", { slug: "a" }],
    ["/archives/page/2", "/archives/page/[n]", { n: "2" }],
    ["/archives/2024/5", "/archives/[slug]/[month]", { slug: "2024", month: "5" }],
    ["/2024/05/a", "/[slug]/[month]/[post]", { slug: "2024", month: "05", post: "a" }],
    [
      "/archives/2024/05/a",
      "/[slug]/[month]/[post]/[last]",
      { slug: "archives", month: "2024", post: "05", last: "a" },
    ],
    ["/tags/%E6%BD%AE", "/tags/[slug]", { slug: "%E6%BD%AE" }],
  ])("%s is %s", (path, route, params) => expect(find(path)).toEqual({ route, params }));

  it.each(["/a/b", "/tags/a/b/c/d", "/x/y/z/w/v", "/archives/a/b/c/d"])("%s is none", (path) =>
    expect(find(path)).toBeNull(),
  );

  it.each([
    "/tags/",
    "//",
    "/a//b",
    "/_next/x",
    "/_not-found",
    "/%74ags/a",
    "/%e6%bd%ae",
    "/a/../b",
    "/a b",
    "/api/x/y",
  ])("%s only the framework can tell", (path) => expect(find(path)).toBeUndefined());
});
