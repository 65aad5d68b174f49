import { dirname, resolve } from "node:path";
import { expect, it } from "vitest";
import type { Operation } from "../../lib/core/operation";
import type { PostFilters } from "../../lib/features/writing/posts/schema";
import { postFilters } from "../../lib/features/writing/posts/schema";
import { programFiles } from "../../lib/testing/sources";
import { addressOf, isNarrowed, type ListPlace, usualView, widened, withFilter } from "./list-place";
import { type Params, queryOf, viewFrom } from "./list-request";

const place: ListPlace<PostFilters> = {
  path: "/admin/posts",
  states: { by: "state", names: ["all", "drafts", "bin"] },
  chips: ["category", "tag"],
  sort: "createTime,desc",
  looks: ["table", "grid"],
};
const read = (params: Params) => viewFrom(place, postFilters, params);
const paramsOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(address.split("?")[1] ?? "")) as Record<string, string>;

it("an address and its view are the same in both directions", () => {
  for (const address of [
    "/admin/posts",
    "/admin/posts?state=drafts&category=3&keyword=a+b&sort=title%2Casc&page=4&size=50&look=grid",
    "/admin/posts?tag=12&page=2",
  ]) {
    const view = read(paramsOf(address));
    expect(addressOf(place, view, { page: view.page })).toBe(address);
    expect(postFilters.safeParse(queryOf(view)).success).toBe(true);
  }
});

it("invalid parts are ignored, each by itself", () => {
  const usual = usualView(place);
  for (const params of [
    { state: "nonsense" },
    // A state of the query for which the list has no tab.
    { state: "scheduled" },
    { category: "x" },
    { category: "-1" },
    { sort: "password,asc" },
    { page: "0" },
    { size: "100000" },
    { look: "wall" },
    { author: "1" },
    { keyword: "x".repeat(101) },
    { unknown: "1" },
  ])
    expect(read(params)).toEqual(usual);
  expect(read({ tag: ["7", "x"], page: "x" })).toEqual({ ...usual, filters: { state: "all", tag: 7 } });
});

it("a tab without a filter is not the usual one", () => {
  const waiting: ListPlace<PostFilters> = { ...place, states: { by: "state", names: ["drafts", ""] } };
  const all = { ...usualView(waiting), filters: {} };
  expect(addressOf(waiting, all)).toBe("/admin/posts?state=");
  expect(viewFrom(waiting, postFilters, { state: "" }).filters).toEqual({});
  expect(viewFrom(waiting, postFilters, {}).filters).toEqual({ state: "drafts" });
  expect(addressOf(waiting, usualView(waiting))).toBe("/admin/posts");
  // Where no tab is without a filter, nothing is said.
  expect(read({ state: "" })).toEqual(usualView(place));
});

it("a change leads to the first page, and clearing leaves the tab", () => {
  const view = read({ state: "bin", tag: "3", keyword: "x", page: "5" });
  expect(addressOf(place, view, { sort: "title,asc" })).not.toContain("page=");
  expect(isNarrowed(place, view)).toBe(true);
  const wide = { ...view, ...widened(place, view) };
  expect(isNarrowed(place, wide)).toBe(false);
  expect(addressOf(place, wide)).toBe("/admin/posts?state=bin");
  expect(withFilter(view.filters, "tag", undefined)).toEqual({ state: "bin" });
});

/** The lists of the dashboard: each place, with the query that its page reads. */
async function listsOfPages(): Promise<{ name: string; place: ListPlace<never>; query: Operation }[]> {
  const found = [];
  for (const { path, code } of programFiles().filter((file) => /^app\/admin\/.*page\.tsx$/.test(file.path)))
    for (const [, placeName = "", queryName = ""] of code.matchAll(/\breadList\(\s*(\w+),\s*(\w+),/g)) {
      const exported = async (name: string) => {
        const [, from = ""] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(code) ?? [];
        return ((await import(resolve(dirname(path), from))) as Record<string, unknown>)[name];
      };
      const [place, query] = [await exported(placeName), await exported(queryName)];
      found.push({ name: placeName, place: place as ListPlace<never>, query: query as Operation });
    }
  return found;
}

it("every list is one that its query answers, as it is opened and on another page", async () => {
  const lists = await listsOfPages();
  expect(lists.length).toBeGreaterThan(12);
  const refused = lists.filter(({ place: own, query }) => {
    const input = query.input as unknown as typeof postFilters;
    const view = viewFrom(own as never, input, { page: "2", size: "50", keyword: "a" });
    return [view, usualView(own)].some((each) => !input.safeParse(queryOf(each)).success || each.size > 100);
  });
  expect(refused.map(({ name }) => name)).toEqual([]);
});
