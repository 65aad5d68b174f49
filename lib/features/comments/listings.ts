import { and, count, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import type { Database } from "../../../db";
import { ordering } from "../../../db/expressions";
import { comments } from "../../../db/schema";
import { sortOrder } from "../../core/fields";
import { matching } from "../../../db/keyword";
import { selectComments, shown } from "./rows";
import type * as shape from "./schema";
import { columnOf } from "./targets";

/** Sortable columns: the allow-list for names in requests. */
const sortable = { id: comments.id, createTime: comments.createTime } satisfies Record<
  (typeof shape.commentSorts)[number],
  unknown
>;

/** One page of the comments on one kind of text, newest first by default. */
export async function pageOfComments(
  db: Database,
  type: shape.TargetType,
  { page, size, sort, keyword, status, postId }: z.output<typeof shape.commentFilters>,
) {
  const conditions = [eq(comments.targetType, type)];
  if (status) conditions.push(eq(comments.status, status));
  if (postId !== undefined) conditions.push(eq(columnOf[type], postId));
  const found = keyword ? matching(keyword, comments.author, comments.content, comments.email) : undefined;
  const where = and(...conditions, found);
  const order = ordering(sortable, sortOrder(sort));
  const rows = await selectComments(db)
    .where(where)
    .orderBy(...(order.length > 0 ? order : [desc(comments.createTime)]), desc(comments.id))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db.select({ total: count() }).from(comments).where(where);
  return { items: rows.map(shown), total: counted?.total ?? 0 };
}
