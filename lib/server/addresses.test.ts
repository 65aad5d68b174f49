import { describe, expect, it } from "vitest";
import { isResolved, isSearchPage, isSpelledPlainly } from "./addresses";

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
