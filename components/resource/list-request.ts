import type { z } from "zod";
import {
  type Filters,
  type ListPlace,
  type ListView,
  narrowing,
  pageSizes,
  usualView,
  type WholeList,
} from "./list-place";

// The server's reading of an address; a file of its own, so that browsers load no schema.

/** Characters of a search. */
const LONGEST_KEYWORD = 100;

export type Params = Record<string, string | string[] | undefined>;
/** The schema of a list's input. */
export type ListInput<I> = z.ZodType<unknown, I> & { shape: Record<string, z.ZodType> };

/** The value that a schema takes for a text of an address: as text, number, truth or list; none where it takes none. */
function valueOf(schema: z.ZodType | undefined, given: string): unknown {
  const ways: unknown[] = [given, Number(given), given === "true" || (given === "false" ? false : undefined), [given]];
  return schema && ways.find((way) => way !== undefined && !Number.isNaN(way) && schema.safeParse(way).success);
}

/** The list at an address; invalid parts are ignored, since people edit addresses. */
export function viewFrom<I>(place: ListPlace<I>, { shape }: ListInput<I>, params: Params): ListView<I> {
  const view = usualView(place);
  const given = (name: string) => {
    const text = [params[name]].flat()[0];
    const isNone = text === undefined || (text === "" && !place.blanks?.some((blank) => blank === name));
    return isNone ? undefined : valueOf(shape[name], text);
  };
  const filters: Record<string, unknown> = { ...view.filters };
  for (const name of [...(place.states ? [place.states.by] : []), ...narrowing(place)]) {
    const value = given(name);
    if (params[name] === "" && place.states?.names.includes("") && name === place.states.by) delete filters[name];
    const isShown = name !== place.states?.by || place.states.names.includes(String(value));
    if (value !== undefined && isShown) filters[name] = value;
  }
  const [sort] = [given("sort") ?? []].flat();
  const [keyword, page, size, look] = [given("keyword"), given("page"), given("size"), params.look];
  return {
    keyword: typeof keyword === "string" ? keyword : view.keyword,
    filters: filters as Filters<I>,
    sort: typeof sort === "string" ? sort : view.sort,
    page: typeof page === "number" ? page : view.page,
    size: typeof size === "number" ? size : view.size,
    look: place.looks?.find((each) => each === look) ?? view.look,
  };
}

/** The same of a list whose query answers all of its rows, and takes nothing. */
export function wholeViewFrom(place: ListPlace<WholeList>, params: Params): ListView<WholeList> {
  const view = usualView(place);
  const given = (name: string) => [params[name]].flat()[0] ?? "";
  const page = Number(given("page"));
  return {
    ...view,
    keyword: given("keyword").trim().slice(0, LONGEST_KEYWORD),
    page: Number.isSafeInteger(page) && page > 0 ? page : view.page,
    size: pageSizes.find((size) => String(size) === given("size")) ?? view.size,
  };
}

/** The filters and the search of a list, without paging. */
export const selectionOf = <I>({ filters, keyword }: ListView<I>) => ({ ...filters, ...(keyword && { keyword }) });

/** The query for one page of the list; one that has a single order, such as that of a wall, takes none. */
export const queryOf = <I>(view: ListView<I>): I =>
  ({ ...selectionOf(view), page: view.page, size: view.size, ...(view.sort && { sort: [view.sort] }) }) as I;
