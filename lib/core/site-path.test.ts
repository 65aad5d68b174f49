import fc from "fast-check";
import { expect, it } from "vitest";
import { pictureOnSite, sitePath } from "./site-path";

it.each([
  ["/admin/posts?page=2#top", "/admin/posts?page=2#top"],
  ["/admin/../archives", "/archives"],
  ["/archives/日本", "/archives/%E6%97%A5%E6%9C%AC"],
  ["//evil.example", "/admin"],
  ["/\\evil.example", "/admin"],
  ["/\t/evil.example", "/admin"],
  ["https://evil.example", "/admin"],
  ["archives", "/admin"],
  // What begins with two slashes once its dots are resolved names a host.
  ["/.//evil.example", "/admin"],
  ["/..//evil.example", "/admin"],
  ["/%2e//evil.example", "/admin"],
  ["/a/..//evil.example", "/admin"],
])("of %j leads to %j", (wish, path) => expect(sitePath(wish)).toBe(path));

it("leads to this site however often what it answers is resolved", () => {
  const pieces = ["/", "/", "\\", ".", "..", "%2e", "%2F", "%5c", "\t", "\n", "a", "evil.example", "@", ":", "?", "#"];
  const wishes = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => `/${parts.join("")}`);
  fc.assert(
    fc.property(wishes, (wish) => {
      let path = sitePath(wish);
      for (let times = 0; times < 3; times += 1) {
        const { origin, pathname, search } = new URL(path, "https://site.example");
        expect(origin).toBe("https://site.example");
        path = pathname + search;
      }
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ["/uploads/2026/11/d015dycrnk11tkc8/a.jpg?v=x-1", "/uploads/2026/11/d015dycrnk11tkc8/480.webp"],
  ["/uploads/2026/11/d015dycrnk11tkc8/日.png", "/uploads/2026/11/d015dycrnk11tkc8/480.webp"],
  ["/uploads/2026/11/d015dycrnk11tkc8/a.jpg/1.png", "/uploads/2026/11/d015dycrnk11tkc8/480.webp"],
  ["/uploads/2026/11/1600.png", ""],
  ["/Uploads/2026/11/d015dycrnk11tkc8/a.jpg", ""],
  ["/pictures/me.png", "/pictures/me.png"],
  ["/me.webp?v=2", "/me.webp"],
  ["/cards/posts/1.png", ""],
  ["/favicon.svg", "/favicon.svg"],
  ["/login", ""],
  ["/login?a.png", ""],
  ["/login/a.png", ""],
  ["/LOGIN/a.png", ""],
  ["/%6cogin/a.png", ""],
  ["/x/../admin/a.png", ""],
  ["/api/auth/csrf?v=.png", ""],
  ["/search?keyword=a.png", ""],
  ["/a.png?x=1", "/a.png"],
  ["/a.png#x", "/a.png"],
  ["//evil.example/a.png", ""],
  ["https://evil.example/a.png", ""],
])("as a picture %j is %j", (wish, picture) => expect(pictureOnSite(wish)).toBe(picture));
