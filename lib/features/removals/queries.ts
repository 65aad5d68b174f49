import { and, asc, count, desc, eq, getTableColumns } from "drizzle-orm";
import { removedRecords } from "../../../db/schema";
import { matching } from "../../../db/keyword";
import { sortOrder } from "../../core/fields";
import { query } from "../../core/operation";
import { isKept, keptFor, visibleTo } from "./kept";
import * as shape from "./schema";

// What a list leaves out is read only when it is put back.
const { record: _record, ownerId: _ownerId, ...columns } = getTableColumns(removedRecords);

/** What was deleted and can be put back, the latest first: of authors their own. */
export const listRemoved = query("listRemoved", {
  can: "put back what was deleted",
  summary:
    "Notes, files, photos, links, tags, categories, menu entries and redirects that were deleted. They can be put back for as long as texts stay in the recycle bin (`recycled_post_retention_time`).",
  input: shape.removalFilters,
  output: shape.removalPage,
  run: async ({ db, actor, now }, { page, size, sort, keyword, kind }) => {
    const where = and(
      visibleTo(actor),
      await isKept(db, now),
      kind && eq(removedRecords.kind, kind),
      keyword ? matching(keyword, removedRecords.name) : undefined,
    );
    const [[, isDescending] = ["removedTime", true]] = sortOrder(sort);
    const order = isDescending ? desc : asc;
    const [rows, [counted]] = await Promise.all([
      db
        .select(columns)
        .from(removedRecords)
        .where(where)
        .orderBy(order(removedRecords.removedTime), order(removedRecords.id))
        .limit(size)
        .offset((page - 1) * size),
      db.select({ total: count() }).from(removedRecords).where(where),
    ]);
    const time = await keptFor(db);
    const items = rows.map((row) => ({ ...row, keptUntil: new Date(row.removedTime.getTime() + time) }));
    return { items: items as shape.Removal[], total: counted?.total ?? 0 };
  },
});
