import { describe, expect, it } from "vitest";
import { isSearchPage } from "./addresses";

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
