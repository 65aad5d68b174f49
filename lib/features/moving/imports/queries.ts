import { and, asc, count, desc, eq } from "drizzle-orm";
import { ordering } from "../../../../db/expressions";
import { importRecords, imports } from "../../../../db/schema";
import { sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { findImport, isOfSource, itemOf, overviewOf, reportOf, shownRecords, toldColumns } from "./rows";
import * as shape from "./schema";

/** Imports, newest first. */
export const listImports = query("listImports", {
  can: "manage users",
  input: shape.importList,
  output: shape.importPage,
  run: async ({ db }, { page, size, sort, state }) => {
    const wanted = state && eq(imports.state, state);
    const order = sortOrder(sort).map(([, descending]) => (descending ? desc : asc)(imports.id));
    const rows = await db
      .select()
      .from(imports)
      .where(wanted)
      .orderBy(...order, desc(imports.id))
      .limit(size)
      .offset((page - 1) * size);
    const [all] = await db.select({ total: count() }).from(imports).where(wanted);
    const items = [];
    for (const row of rows) items.push(await itemOf(db, row));
    return { items, total: all?.total ?? 0 };
  },
});

/** The report of one import. */
export const getImport = query("getImport", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importReport,
  run: async ({ db }, { importId }) => reportOf(db, await findImport(db, importId)),
});

/** The report of one import without its records, for a page that asks again and again. */
export const getImportOverview = query("getImportOverview", {
  can: "manage users",
  input: shape.importRef,
  output: shape.importOverview,
  run: async ({ db }, { importId }) => overviewOf(db, await findImport(db, importId)),
});

/** What records are put in order by; by attention those come first of which something is to be said. */
const sortable = { id: importRecords.id, attention: importRecords.attention };

/** All records of one import, in the order of the source unless another is asked for. */
export const listImportRecords = query("listImportRecords", {
  can: "manage users",
  input: shape.importRecordList,
  output: shape.importRecordPage,
  run: async ({ db }, { importId, kind, outcome, page, size, sort }) => {
    await findImport(db, importId);
    const wanted = and(
      eq(importRecords.importId, importId),
      kind ? eq(importRecords.kind, kind) : isOfSource,
      outcome && eq(importRecords.outcome, outcome),
    );
    const rows = await db
      .select(toldColumns)
      .from(importRecords)
      .where(wanted)
      .orderBy(...ordering(sortable, sortOrder(sort)), asc(importRecords.id))
      .limit(size)
      .offset((page - 1) * size);
    const [all] = await db.select({ total: count() }).from(importRecords).where(wanted);
    return { items: await shownRecords(db, rows), total: all?.total ?? 0 };
  },
});
