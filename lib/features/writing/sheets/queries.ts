import { and, asc, count, desc, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db";
import { ordering } from "../../../../db/expressions";
import { sheets, users } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { addressPage, pageOf, publicAddress, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { forDashboardList, forVisitor } from "../answers";
import { queriesOf } from "../queries";
import { matching } from "../../../../db/keyword";
import { columnsOf } from "../rows";
import { sheet } from "./description";
import { withRelations } from "./rows";
import * as shape from "./schema";
import { visibleTo } from "../../visibility/sheets";

const { itemColumns, wholeColumns } = columnsOf(sheets);

/** Sortable columns: the allow-list for names in requests. */
const sortable = {
  id: sheets.id,
  title: sheets.title,
  createTime: sheets.createTime,
  updateTime: sheets.updateTime,
  topPriority: sheets.topPriority,
  visits: sheets.visits,
  likes: sheets.likes,
} satisfies Record<(typeof shape.sheetSorts)[number], unknown>;
/** The same for readers, who are told of no other change than that of the text they see. */
const sortableByReaders = { ...sortable, updateTime: sheets.editTime };

type Page = { page: number; size: number; sort?: readonly string[] | undefined; fields?: "content" | undefined };

/** One page of the sheets that fulfil a condition, and how many there are. */
async function pageOfSheets(
  db: Database,
  where: SQL | undefined,
  { page, size, sort, fields }: Page,
  columns: Record<keyof typeof sortable, SQLiteColumn> = sortable,
) {
  const order = ordering(columns, sortOrder(sort));
  const [rows, [counted]] = await Promise.all([
    db
      // Both selections have one union type; a list without `fields` reads no texts.
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

/** What is asked of one of the sheets, as `queriesOf` says of each. */
export const {
  get: getSheet,
  getPublic: getPublicSheet,
  getPublicBySlug: getPublicSheetBySlug,
  getAtAddress: getSheetAtAddress,
  like: likeSheet,
  unlock: unlockSheet,
  getPreviewed: getPreviewedSheet,
  listRevisions: listSheetRevisions,
  getRevision: getSheetRevision,
  getRevisionDiff: getSheetRevisionDiff,
} = queriesOf(sheet);

/** Sheets in the dashboard. */
export const listSheets = query("listSheets", {
  can: "write sheets",
  input: shape.sheetFilters,
  output: pageOf(shape.sheetItem),
  run: async ({ db, actor, now }, { status, keyword, ...page }) => {
    const where = and(
      visibleTo(actor, now, "dashboard"),
      status && eq(sheets.status, status),
      keyword ? matching(keyword, sheets.title, sheets.originalContent) : undefined,
    );
    const found = await pageOfSheets(db, where, page);
    return { total: found.total, items: found.items.map((each) => forDashboardList(each)) };
  },
});

/** Public sheets. The keyword searches titles only: a match in a text would reveal a locked one. */
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
      sortableByReaders,
    );
    // A password is for one requested sheet; a list would try it on all of them, uncounted.
    const lister = { ...actor, contentPassword: null };
    return { total: found.total, items: found.items.map((each) => forVisitor(each, lister)) };
  },
});

/** The addresses of public sheets, for the site map. */
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
    const addressOf = await sheet.collection.addresses(db, rows);
    return {
      total: counted?.total ?? 0,
      items: rows.map((row) => ({ url: addressOf(row), changed: row.editTime })),
    };
  },
});
