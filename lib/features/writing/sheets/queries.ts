import { and, asc, count, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db";
import { ordering } from "../../../../db/expressions";
import { idsOnPage, inOrder } from "../../../../db/pages";
import { sheets, users } from "../../../../db/schema";
import { visitor } from "../../../core/access";
import { addressPage, noInput, pageOf, publicAddress, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { forDashboardList, forVisitor } from "../answers";
import { queriesOf } from "../queries";
import { matching } from "../../../../db/keyword";
import { columnsOf } from "../rows";
import { refuseLongTexts } from "../text-sizes";
import { sheet as collection } from "./collection";
import { stateCounts } from "../schema";
import { countingOf, statesOf } from "../states";
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
/** The same for readers, whose update time is that of the public text. */
const sortableByReaders = { ...sortable, updateTime: sheets.editTime };

type Page = {
  page: number;
  size: number;
  sort?: readonly string[] | undefined;
  fields?: "content" | undefined;
  looksAtAll: boolean;
  isPublic?: boolean;
};

/** One page of the sheets that fulfil a condition, and how many there are. */
async function pageOfSheets(
  db: Database,
  where: SQL | undefined,
  { sort, fields, ...page }: Page,
  columns: Record<keyof typeof sortable, SQLiteColumn> = sortable,
) {
  const named = ordering(columns, sortOrder(sort));
  const order = [...(named.length > 0 ? named : [desc(sheets.topPriority), desc(sheets.createTime)]), desc(sheets.id)];
  const { ids, total } = await idsOnPage(db, sheets, { where, order, ...page });
  if (fields) await refuseLongTexts(collection, db, ids);
  const rows = await db
    // Both selections have one union type; a list without `fields` reads no texts.
    .select(fields ? wholeColumns : (itemColumns as typeof wholeColumns))
    .from(sheets)
    .leftJoin(users, eq(users.id, sheets.authorId))
    .where(inArray(sheets.id, ids));
  return { items: await withRelations(db, inOrder(rows, ids)), total };
}

/** The queries about one sheet; `queriesOf` documents each. */
export const {
  get: getSheet,
  getPublic: getPublicSheet,
  getPublicBySlug: getPublicSheetBySlug,
  getAtAddress: getSheetAtAddress,
  getMarkdown: getSheetMarkdown,
  getTranslations: getSheetTranslations,
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
  run: async ({ db, actor, now }, { status, state, keyword, ...page }) => {
    const where = and(
      visibleTo(actor, now, "dashboard"),
      status && eq(sheets.status, status),
      state && statesOf(sheets, now)[state],
      keyword ? matching(keyword, sheets.title, sheets.originalContent) : undefined,
    );
    const found = await pageOfSheets(db, where, { ...page, looksAtAll: Boolean(keyword) });
    return { total: found.total, items: found.items.map((each) => forDashboardList(each)) };
  },
});

const counting = countingOf(sheet.collection);

/** The number of sheets in each state. */
export const countSheets = query("countSheets", {
  can: "write sheets",
  input: noInput,
  output: stateCounts,
  run: ({ db, actor, now }) => counting(db, actor, now),
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
      { ...page, looksAtAll: Boolean(keyword), isPublic: true },
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
      thumbnail: sheets.thumbnail,
      password: sheets.password,
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
      items: rows.map((row) => ({
        url: addressOf(row),
        changed: row.editTime,
        picture: row.password === "" ? row.thumbnail : "",
      })),
    };
  },
});
