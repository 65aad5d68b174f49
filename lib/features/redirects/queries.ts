import { and, asc, desc, eq, inArray, or } from "drizzle-orm";
import { ordering } from "../../../db/expressions";
import { matching } from "../../../db/keyword";
import { idsOnPage, inOrder } from "../../../db/pages";
import { missedAddresses, ownRedirects } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { noInput, pageOf, sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { pathShown, pathSought } from "./following";
import * as shape from "./schema";
import { redirectShown } from "./storing";
import { writeTable } from "./table";

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  source: ownRedirects.source,
  hits: ownRedirects.hits,
  createTime: ownRedirects.createTime,
  lastHitTime: ownRedirects.lastHitTime,
} satisfies Record<(typeof shape.redirectSorts)[number], unknown>;

/** Whether a decoded path holds a keyword that is written as an address; nothing to ask where it means the same. */
const sourceHolds = (keyword: string, path: typeof ownRedirects.source | typeof missedAddresses.path) => {
  const sought = pathSought(keyword);
  return sought === keyword ? undefined : matching(sought, path);
};

/** The owner's redirects, the latest first. */
export const listRedirects = query("listRedirects", {
  can: "manage redirects",
  input: shape.redirectFilters,
  output: pageOf(shape.redirect),
  run: async ({ db }, { page, size, sort, keyword, status }) => {
    const where = and(
      status === undefined ? undefined : eq(ownRedirects.status, status),
      keyword
        ? or(matching(keyword, ownRedirects.source, ownRedirects.target), sourceHolds(keyword, ownRedirects.source))
        : undefined,
    );
    const order = ordering(sortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, ownRedirects, {
      where,
      order: [...(order.length > 0 ? order : [desc(ownRedirects.createTime)]), desc(ownRedirects.id)],
      page,
      size,
      looksAtAll: Boolean(keyword),
    });
    const rows = await db.select().from(ownRedirects).where(inArray(ownRedirects.id, ids));
    return { items: inOrder(rows, ids).map(redirectShown), total };
  },
});

/** One of them. */
export const getRedirect = query("getRedirect", {
  can: "manage redirects",
  input: shape.redirectRef,
  output: shape.redirect,
  run: async ({ db }, { id }) => {
    const [row] = await db.select().from(ownRedirects).where(eq(ownRedirects.id, id));
    if (!row) throw notFound();
    return redirectShown(row);
  },
});

/** All of them as a table in CSV. */
export const getRedirectTable = query("getRedirectTable", {
  can: "manage redirects",
  input: noInput,
  output: shape.redirectTableOut,
  run: async ({ db }) => {
    const rows = await db.select().from(ownRedirects).orderBy(asc(ownRedirects.source), asc(ownRedirects.id));
    return { csv: writeTable(rows.map(redirectShown)) };
  },
});

const missedSortable = {
  hits: missedAddresses.hits,
  lastTime: missedAddresses.lastTime,
  path: missedAddresses.path,
};

/** Addresses that people asked for and did not find, those asked for most first. */
export const listMissedAddresses = query("listMissedAddresses", {
  can: "manage redirects",
  input: shape.missedFilters,
  output: pageOf(shape.missedAddress),
  run: async ({ db }, { page, size, sort, keyword }) => {
    const order = ordering(missedSortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, missedAddresses, {
      where: keyword
        ? or(matching(keyword, missedAddresses.path), sourceHolds(keyword, missedAddresses.path))
        : undefined,
      order: [
        ...(order.length > 0 ? order : [desc(missedAddresses.hits), desc(missedAddresses.lastTime)]),
        desc(missedAddresses.id),
      ],
      page,
      size,
      looksAtAll: Boolean(keyword),
    });
    const rows = await db.select().from(missedAddresses).where(inArray(missedAddresses.id, ids));
    const items = inOrder(rows, ids).map((row) => ({ ...row, path: pathShown(row.path) }));
    return { items, total };
  },
});
