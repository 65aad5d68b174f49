import { invalid } from "../core/errors";
import { LONGEST_IN_HEAD } from "../core/answer-head";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The bare array of a list, with its paging in headers; other answers as they are. */
export function listed(output: unknown, url: URL, headers: Record<string, string>): unknown {
  if (Array.isArray(output)) {
    const { searchParams } = url;
    headers["x-total-count"] = String(output.length);
    if (!searchParams.has("page") && !searchParams.has("size")) return output;
    const { page, size } = pageFrom(searchParams);
    addLinks(headers, url, { page, size, total: output.length });
    return output.slice((page - 1) * size, page * size);
  }
  if (!isRecord(output) || !Array.isArray(output.items) || typeof output.total !== "number") return output;
  const { page, size } = pageFrom(url.searchParams);
  headers["x-total-count"] = String(output.total);
  // A short list is whole unless a page was asked for.
  if (output.items.length <= size) addLinks(headers, url, { page, size, total: output.total });
  return output.items;
}

/** Dates as they were written last, by milliseconds: the same come back in each list, and several times in one. */
const writtenDates = new Map<number, string>();
const MOST_DATES = 2_000;

function dateWritten(date: Date): string {
  const ms = date.getTime();
  let written = writtenDates.get(ms);
  if (written === undefined) {
    if (writtenDates.size >= MOST_DATES) writtenDates.clear();
    writtenDates.set(ms, (written = date.toISOString()));
  }
  return written;
}

/**
 * Writes an item's dates in place, since the schema has just made the item: `JSON.stringify` takes twice as long over
 * each date.
 */
export function datesWritten(item: unknown): unknown {
  if (!isRecord(item)) return item;
  for (const name in item) {
    const value = item[name];
    if (value instanceof Date) item[name] = dateWritten(value);
  }
  return item;
}

function pageFrom(query: URLSearchParams): { page: number; size: number } {
  const number = (name: string, fallback: number, most: number) => {
    const given = query.getAll(name).at(-1);
    if (given === undefined) return fallback;
    if (!/^[1-9]\d{0,7}$/.test(given) || Number(given) > most)
      throw invalid(name, "wrong_value", `This must be a whole number from 1 to ${most}.`);
    return Number(given);
  };
  return { page: number("page", 1, 10_000_000), size: number("size", 20, 100) };
}

/**
 * Adds RFC 8288 links to the first, previous, next and last page, as addresses on this site. Each repeats the query: where
 * that is long, a head has room for the nearest only.
 */
function addLinks(
  headers: Record<string, string>,
  url: URL,
  { page, size, total }: { page: number; size: number; total: number },
): void {
  const last = Math.max(1, Math.ceil(total / size));
  const query = new URLSearchParams(url.searchParams);
  query.set("page", "");
  query.set("size", String(size));
  const to = (rel: string, number: number) => {
    query.set("page", String(number));
    return `<${url.pathname}?${query}>; rel="${rel}"`;
  };
  const links = [
    to("first", 1),
    ...(page > 1 ? [to("prev", Math.min(page - 1, last))] : []),
    ...(page < last ? [to("next", page + 1)] : []),
    to("last", last),
  ];
  const areLong = () => links.join(", ").length > LONGEST_IN_HEAD;
  if (areLong()) links.pop();
  while (links.length > 0 && areLong()) links.shift();
  if (links.length > 0) headers.link = links.join(", ");
}
