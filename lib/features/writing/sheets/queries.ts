import { and, asc, count, desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db";
import { sheets, users } from "../../../../db/schema";
import { type Actor, visitor } from "../../../core/access";
import { notFound } from "../../../core/errors";
import { addressPage, pageOf, publicAddress, slugRef, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { findOf } from "../find";
import { withPasswordCounted } from "../guesses";
import { matching } from "../../../../db/keyword";
import { columnsOf } from "../rows";
import { sheet } from "./collection";
import { forDashboard, forDashboardList, forVisitor, withRelations } from "./rows";
import * as shape from "./schema";
import { type Reach } from "../../visibility/texts";
import { visibleTo } from "../../visibility/sheets";

const { findRow, movedTo } = findOf(sheet);
const { itemColumns, wholeColumns } = columnsOf(sheets);

/** Columns a list may be ordered by: the allow-list that request names are looked up in. */
const sortable = {
  id: sheets.id,
  title: sheets.title,
  createTime: sheets.createTime,
  updateTime: sheets.updateTime,
  topPriority: sheets.topPriority,
  visits: sheets.visits,
  likes: sheets.likes,
} satisfies Record<(typeof shape.sheetSorts)[number], unknown>;
const isSortable = (name: string): name is keyof typeof sortable => Object.hasOwn(sortable, name);

type Page = { page: number; size: number; sort?: readonly string[] | undefined; fields?: "content" | undefined };

/** One page of the sheets that fulfil a condition, and how many there are. */
async function pageOfSheets(db: Database, where: SQL | undefined, { page, size, sort, fields }: Page) {
  const order = sortOrder(sort).flatMap(([name, down]) =>
    isSortable(name) ? [(down ? desc : asc)(sortable[name])] : [],
  );
  const [rows, [counted]] = await Promise.all([
    db
      // The types of both selections are one union; a list without `fields` reads no texts.
      .select(fields ? wholeColumns : (itemColumns as typeof wholeColumns))
      .from(sheets)
      .leftJoin(users, eq(users.id, sheets.authorId))
      .where(where)
      .orderBy(...(order.length > 0 ? order : [desc(sheets.topPriority), desc(sheets.createTime)]), desc(sheets.id))
      .limit(size)
      .offset((page - 1) * size),
    db.select({ total: count() }).from(sheets).where(where),
  ]);
  return { items: await withRelations(db, rows), total: counted?.total ?? 0 };
}

/** Sheets to work on. */
export const listSheets = query("listSheets", {
  can: "write sheets",
  input: shape.sheetFilters,
  output: pageOf(shape.sheetItem),
  reads: () => ["sheets"],
  run: async ({ db, actor, now }, { status, keyword, ...page }) => {
    const where = and(
      visibleTo(actor, now, "dashboard"),
      status && eq(sheets.status, status),
      keyword ? matching(keyword, sheets.title, sheets.originalContent) : undefined,
    );
    const found = await pageOfSheets(db, where, page);
    return { total: found.total, items: found.items.map(forDashboardList) };
  },
});

/** Sheets that anyone may find. The keyword looks at titles only: a match in a text would tell what a locked one says. */
export const listPublicSheets = query("listPublicSheets", {
  can: "read the site",
  input: shape.publicSheetFilters,
  output: pageOf(shape.publicSheetItem),
  reads: () => ["sheets", "users"],
  run: async ({ db, actor, now }, { keyword, ...page }) => {
    const found = await pageOfSheets(
      db,
      and(visibleTo(visitor, now, "list"), keyword ? matching(keyword, sheets.title) : undefined),
      page,
    );
    // A password sent along is for one sheet that is asked for: here it would be tried at all of them, uncounted.
    const lister = { ...actor, contentPassword: null };
    return { total: found.total, items: found.items.map((each) => forVisitor(each, lister)) };
  },
});

/** Where the sheets are that anyone may find, for the site map. */
export const listSheetAddresses = query("listSheetAddresses", {
  can: "read the site",
  input: addressPage,
  output: pageOf(publicAddress),
  reads: () => ["sheets"],
  run: async ({ db, now }, { page, size }) => {
    const where = visibleTo(visitor, now, "list");
    const columns = {
      slug: sheets.slug,
      createTime: sheets.createTime,
      editTime: sheets.editTime,
    };
    const [rows, [counted]] = await Promise.all([
      db
        .select(columns)
        .from(sheets)
        .where(where)
        .orderBy(asc(sheets.id))
        .limit(size)
        .offset((page - 1) * size),
      db.select({ total: count() }).from(sheets).where(where),
    ]);
    const addressOf = await sheet.addresses(db, rows);
    return {
      total: counted?.total ?? 0,
      items: rows.map((row) => ({ url: addressOf(row), changed: row.editTime })),
    };
  },
});

/** One sheet with its texts, found through what this actor may see; null where there is none. */
export async function findSheet(db: Database, actor: Actor, reach: Reach, by: { sheetId: number } | { slug: string }) {
  const rows = await findRow(db, actor, reach, "slug" in by ? by : { id: by.sheetId });
  return (await withRelations(db, rows))[0] ?? null;
}

/** One sheet to work on. */
export const getSheet = query("getSheet", {
  can: "write sheets",
  input: shape.sheetRef,
  output: shape.sheet,
  reads: ({ sheetId }) => [`sheet:${sheetId}`],
  run: async ({ db, actor }, by) => {
    const found = await findSheet(db, actor, "dashboard", by);
    if (!found) throw notFound();
    return forDashboard(found);
  },
});

const cacheKeysOf = (read: { id: number } | null | undefined) =>
  read ? [`sheet:${read.id}`, "comments:sheets", "users"] : ["sheets"];

async function forReader(db: Database, actor: Actor, by: { sheetId: number } | { slug: string }) {
  const found = await findSheet(db, actor, "address", by);
  if (!found) throw notFound();
  return withPasswordCounted(actor, `sheet:${found.id}`, async () => forVisitor(found, actor));
}

/** One sheet for whoever knows its number. */
export const getPublicSheet = query("getPublicSheet", {
  can: "read the site",
  input: shape.sheetRef,
  output: shape.publicSheet,
  reads: (_input, output) => cacheKeysOf(output),
  run: ({ db, actor }, by) => forReader(db, actor, by),
});

/** One sheet for whoever knows its slug. */
export const getPublicSheetBySlug = query("getPublicSheetBySlug", {
  can: "read the site",
  input: slugRef,
  output: shape.publicSheet,
  reads: (_input, output) => cacheKeysOf(output),
  run: ({ db, actor }, by) => forReader(db, actor, by),
});

/** What stands at an address of the site: a sheet, or the place it has moved to. */
export const getSheetAtAddress = query("getSheetAtAddress", {
  can: "read the site",
  input: slugRef,
  output: shape.sheetAtAddress,
  reads: (_input, output) => cacheKeysOf(output?.sheet),
  run: async ({ db, actor }, by) => {
    const found = await findSheet(db, actor, "address", by);
    if (found) return { sheet: forVisitor(found, actor), movedTo: null };
    const elsewhere = await movedTo(db, actor, by.slug);
    if (elsewhere === null) throw notFound();
    return { sheet: null, movedTo: elsewhere };
  },
});
