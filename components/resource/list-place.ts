/** The paging that the input of every list has, and the choice of its fields. */
type Paging = "page" | "size" | "sort" | "keyword" | "fields";

/** The filters of a list's input, without paging. */
export type Filters<I> = { [K in Exclude<keyof I, Paging>]?: Exclude<I[K], undefined> };
/** The input of a list whose query answers all of its rows: nothing narrows it but the search. */
export type WholeList = { keyword?: string };

type FilterName<I> = Extract<keyof Filters<I>, string>;

type Look = "table" | "grid";

/** Where a list is, and what its address may say. `I` is the input of its query. */
export type ListPlace<I> = {
  path: string;
  /** The filter that the tabs set, and its values; the first is the usual one, "" sets none. */
  states?: { by: FilterName<I>; names: readonly string[] };
  chips?: readonly FilterName<I>[];
  /** Chips of which "" is a choice of its own, such as "without a group"; of all others it sets none. */
  blanks?: readonly FilterName<I>[];
  /** Chips whose choices are too many for a page: the addresses that find them for what is being typed. */
  finds?: Partial<Record<FilterName<I>, string>>;
  /** The filters for the first day, and for the moment after the last one. */
  days?: { from: FilterName<I>; to: FilterName<I> };
  /** Whether it can be searched; usually. */
  searches?: false;
  /** The usual order, such as `createTime,desc`. */
  sort: string;
  size?: number;
  /** The looks it offers, the usual one first. */
  looks?: readonly Look[];
};

/** The list's state, all of it in its address without usual values. */
export type ListView<I> = {
  keyword: string;
  filters: Filters<I>;
  sort: string;
  page: number;
  size: number;
  look: Look;
};

export const pageSizes = [20, 50, 100];

export function usualView<I>({ states, sort, size, looks: offered }: ListPlace<I>): ListView<I> {
  const state = states?.names[0];
  return {
    keyword: "",
    filters: (states && state ? { [states.by]: state } : {}) as Filters<I>,
    sort,
    page: 1,
    size: size ?? pageSizes[0] ?? 20,
    look: offered?.[0] ?? "table",
  };
}

/** The filter's name and the shown state; "" where no tab is chosen. */
export const stateOf = <I>({ states }: ListPlace<I>, { filters }: ListView<I>): string =>
  states ? String(filters[states.by] ?? "") : "";

/** The address of the same list with a change; changes except of the page go to the first page. */
export function addressOf<I>(place: ListPlace<I>, view: ListView<I>, change: Partial<ListView<I>> = {}): string {
  const usual = usualView(place);
  const { filters, ...rest } = { ...view, ...(!("page" in change) && { page: 1 }), ...change };
  const { filters: usualFilters, ...usualRest } = usual;
  const query = new URLSearchParams();
  const write = (given: object, usually: object) => {
    for (const [name, value] of Object.entries(given))
      if (value !== undefined && value !== (usually as Record<string, unknown>)[name]) query.set(name, String(value));
  };
  // A tab that sets no filter says so where the usual one sets one.
  const by = place.states?.by;
  if (by && usualFilters[by] !== undefined && filters[by] === undefined) query.set(by, "");
  write(filters, usualFilters);
  write(rest, usualRest);
  const text = query.toString();
  return text ? `${place.path}?${text}` : place.path;
}

/** The filters with one set, or unset by `undefined`. */
export const withFilter = <I>(filters: Filters<I>, name: FilterName<I>, value: unknown): Filters<I> => {
  const { [name]: _before, ...others } = filters;
  return (value === undefined ? others : { ...others, [name]: value }) as Filters<I>;
};

/** Only the tab's filter: without chips and search. */
export function widened<I>(place: ListPlace<I>, view: ListView<I>): Pick<ListView<I>, "keyword" | "filters"> {
  const { states } = place;
  const state = states && view.filters[states.by];
  return { keyword: "", filters: (states && state !== undefined ? { [states.by]: state } : {}) as Filters<I> };
}

/** Every filter besides the tab. */
export const narrowing = <I>({ chips = [], days }: ListPlace<I>): readonly FilterName<I>[] =>
  days ? [...chips, days.from, days.to] : chips;

/** Whether something besides the tab narrows the list. */
export const isNarrowed = <I>(place: ListPlace<I>, { keyword, filters }: ListView<I>): boolean =>
  keyword !== "" || narrowing(place).some((name) => filters[name] !== undefined);
