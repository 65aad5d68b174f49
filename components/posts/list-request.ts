import { postFilters, type PostFilters } from "../../lib/features/writing/schema";
import { type ListView, usualView } from "./list-address";

// The server's reading of an address; a file of its own, so that browsers load no schema.

type Params = Record<string, string | string[] | undefined>;

const isShown = (name: keyof ListView, value: unknown) =>
  postFilters.shape[name].safeParse(name === "sort" ? [value] : value).success;

/** The list at an address; invalid parts are ignored, since people edit addresses. */
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

/** The filters of a list, without paging. */
export const selectionOf = ({ state, keyword, category, tag, author }: ListView) => ({
  state,
  category,
  tag,
  author,
  ...(keyword && { keyword }),
});

/** The query for one page of the list. */
export const filtersOf = (view: ListView): PostFilters => ({
  ...selectionOf(view),
  page: view.page,
  size: view.size,
  sort: [view.sort],
});
