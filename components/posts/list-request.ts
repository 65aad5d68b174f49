import { postFilters, type PostFilters } from "../../lib/features/writing/schema";
import { type ListView, usualView } from "./list-address";

// What the server makes of an address; apart from it, so that no schema travels to the browser.

type Params = Record<string, string | string[] | undefined>;

const isShown = (name: keyof ListView, value: unknown) =>
  postFilters.shape[name].safeParse(name === "sort" ? [value] : value).success;

/** The list an address names; what breaks its rules is left out, since people change addresses by hand. */
export function viewFrom(params: Params): ListView {
  const view: Record<string, unknown> = { ...usualView };
  for (const name of ["state", "keyword", "category", "tag", "author", "sort", "page", "size"] as const) {
    const given = [params[name]].flat()[0];
    if (given === undefined || given === "") continue;
    const value = ["category", "tag", "author", "page", "size"].includes(name) ? Number(given) : given;
    if (isShown(name, value)) view[name] = value;
  }
  return view as ListView;
}

/** Which posts these are, whatever the page. */
export const selectionOf = ({ state, keyword, category, tag, author }: ListView) => ({
  state,
  category,
  tag,
  author,
  ...(keyword && { keyword }),
});

/** What the query for one page of the list is asked. */
export const filtersOf = (view: ListView): PostFilters => ({
  ...selectionOf(view),
  page: view.page,
  size: view.size,
  sort: [view.sort],
});
