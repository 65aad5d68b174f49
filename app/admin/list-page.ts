import { type NextRequest, NextResponse } from "next/server";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { addressOf, type ListPlace, type ListView, type WholeList } from "../../components/resource/list-place";
import {
  type ListInput,
  type Params,
  queryOf,
  selectionOf,
  viewFrom,
  wholeViewFrom,
} from "../../components/resource/list-request";
import { read } from "../../lib/doors/page";

// The server's half of every list: the page that an address asks for, and the ids for "select all".

/** The props of a page with a list. */
export type ListPageProps = { searchParams: Promise<Params> };

type ListQuery<S extends z.ZodType, R> = Parameters<typeof read<S, z.ZodType<{ items: R[]; total: number }>>>[0];
type Filtered = z.ZodType & { shape: Record<string, z.ZodType> };

/**
 * The page of a list at this address: its view, its rows with the shown fields, and their number. The address is read by
 * the query's schema; `given` is what the page itself adds.
 */
export async function readList<S extends Filtered, R extends object, K extends keyof R>(
  place: ListPlace<z.input<S>>,
  query: ListQuery<S, R>,
  searchParams: Promise<Params>,
  shown: readonly K[],
  given: Partial<z.input<S>> = {},
): Promise<{ view: ListView<z.input<S>>; rows: Pick<R, K>[]; total: number; now: Date }> {
  const view = viewFrom(place, query.input as unknown as ListInput<z.input<S>>, await searchParams);
  const { items, total } = await read(query, { ...(queryOf(view) as object), ...(given as object) } as z.input<S>);
  // The last row of the last page is gone; the page before has the rest.
  const last = Math.max(1, Math.ceil(total / view.size));
  if (view.page > last) redirect(addressOf(place, view, { page: last }));
  return {
    view,
    rows: items.map((item) => Object.fromEntries(shown.map((name) => [name, item[name]])) as Pick<R, K>),
    total,
    now: new Date(),
  };
}

type WholeQuery<S extends z.ZodType, R> = Parameters<typeof read<S, z.ZodType<R[]>>>[0];

/** The same of a query that answers all of its rows: found by their words and divided into pages here. */
export async function readWhole<S extends z.ZodType, R extends object>(
  place: ListPlace<WholeList>,
  query: WholeQuery<S, R>,
  input: z.input<S>,
  searchParams: Promise<Params>,
  wordsOf: (row: R) => string,
): Promise<{ view: ListView<WholeList>; rows: R[]; total: number; now: Date }> {
  const view = wholeViewFrom(place, await searchParams);
  const wanted = view.keyword.toLowerCase();
  const found = (await read(query, input)).filter((row) => wordsOf(row).toLowerCase().includes(wanted));
  const last = Math.max(1, Math.ceil(found.length / view.size));
  if (view.page > last) redirect(addressOf(place, view, { page: last }));
  const rows = found.slice((view.page - 1) * view.size, view.page * view.size);
  return { view, rows, total: found.length, now: new Date() };
}

/** The most rows in one request, and on one page. */
const MOST_AT_ONCE = 1000;
const LARGEST_PAGE = 100;

type IdsQuery<S extends z.ZodType> = Parameters<typeof read<S, z.ZodType<{ ids: number[]; total: number }>>>[0];

/**
 * The route of the ids of a list's rows on all pages, for "select all": by a query that answers them alone, otherwise by
 * the pages of the list.
 */
export const idsRoute =
  <S extends Filtered, R extends { id: number }, T extends z.ZodType>(
    place: ListPlace<z.input<S>>,
    query: ListQuery<S, R>,
    idsQuery?: IdsQuery<T>,
  ) =>
  async (request: NextRequest): Promise<NextResponse> => {
    const params = Object.fromEntries(request.nextUrl.searchParams);
    const view = viewFrom(place, query.input as unknown as ListInput<z.input<S>>, params);
    if (idsQuery) return NextResponse.json(await read(idsQuery, selectionOf(view) as z.input<T>));
    const ids: number[] = [];
    let total = 1;
    for (let page = 1; ids.length < Math.min(total, MOST_AT_ONCE); page += 1) {
      const found = await read(query, queryOf({ ...view, page, size: LARGEST_PAGE }));
      if (found.items.length === 0) break;
      ids.push(...found.items.map(({ id }) => id));
      total = found.total;
    }
    return NextResponse.json({ ids: ids.slice(0, MOST_AT_ONCE), total });
  };
