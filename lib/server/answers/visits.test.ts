import { assert, property, string, webUrl } from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf } from "../../testing/cost";
import { isVisit, referrerOf } from "./visits";

const own = "news.example";
const from = (referer: string | undefined, host = own) =>
  referrerOf({ host, ...(referer !== undefined && { referer }) }, own);

describe("the host that led here", () => {
  it.each([
    ["https://search.example/", "search.example"],
    ["https://search.example", "search.example"],
    ["http://search.example:8080/a?q=secret#b", "search.example:8080"],
  ])("of %s is %s", (referer, host) => expect(from(referer)).toBe(host));

  it.each([
    ["nothing", undefined],
    ["an empty one", ""],
    ["the site itself", "https://news.example/a"],
    ["the host that was asked", "https://www.news.example/a"],
    ["an app", "android-app://com.example.reader/"],
    ["a path", "/archives/a"],
    ["no host", "https:///a"],
    ["markup", "<script>"],
  ])("is none for %s", (_what, referer) => expect(from(referer, "www.news.example")).toBeNull());

  it("never holds more than the host of an address", () =>
    assert(
      property(webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(from(url)).toBe(/^https?:\/\/([^/?#]*)/.exec(url)?.[1]);
      }),
      { numRuns: 50 },
    ));

  it("is found in whatever a stranger sends", () =>
    assert(
      property(string(), (text) => {
        expect(from(text)?.includes("/") ?? false).toBe(false);
      }),
    ));
});

const chrome =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

it("a browser's look at a page is a visit; a program's, and one ahead of time, is none", () => {
  expect(isVisit({ "user-agent": chrome })).toBe(true);
  expect(isVisit({ "user-agent": chrome, "sec-purpose": "prefetch;prerender" })).toBe(true);
  expect(isVisit({ "user-agent": chrome, "sec-purpose": "prefetch" })).toBe(false);
  expect(isVisit({ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).toBe(false);
  expect(isVisit({})).toBe(false);
});

it("a user agent longer than any browser's is a program's, which is told without reading it", () => {
  const { cost } = costOf(() => {
    for (let i = 0; i < 500; i += 1) expect(isVisit({ "user-agent": " ".repeat(15_000) + i })).toBe(false);
    expect(isVisit({ "user-agent": chrome + " ".repeat(1_000) })).toBe(false);
  });
  // Reading them took a second.
  expect(cost).toBeLessThan(250);
});
