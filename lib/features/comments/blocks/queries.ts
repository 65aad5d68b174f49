import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "../../../../db";
import { ordering } from "../../../../db/expressions";
import { matching } from "../../../../db/keyword";
import { commentBlocks, users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { pageOf, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import * as shape from "./schema";

const sortable = { createTime: commentBlocks.createTime, value: commentBlocks.value };

const selectBlocks = (db: Database) =>
  db
    .select({
      id: commentBlocks.id,
      kind: commentBlocks.kind,
      value: commentBlocks.value,
      reason: commentBlocks.reason,
      blockedBy: users.nickname,
      createTime: commentBlocks.createTime,
    })
    .from(commentBlocks)
    .leftJoin(users, eq(users.id, commentBlocks.userId));

/** A block by its number. */
export async function blockOf(db: Database, blockId: number): Promise<shape.Block> {
  const [row] = await selectBlocks(db).where(eq(commentBlocks.id, blockId));
  if (!row) throw notFound();
  return row;
}

/** Whose comments are refused, the latest first. */
export const listBlocks = query("listCommentBlocks", {
  can: "manage comments",
  input: shape.blockFilters,
  output: pageOf(shape.block),
  run: async ({ db }, { page, size, sort, keyword, kind }) => {
    const where = and(
      kind && eq(commentBlocks.kind, kind),
      keyword ? matching(keyword, commentBlocks.value, commentBlocks.reason) : undefined,
    );
    const order = ordering(sortable, sortOrder(sort));
    const items = await selectBlocks(db)
      .where(where)
      .orderBy(...(order.length > 0 ? order : [desc(commentBlocks.createTime)]), desc(commentBlocks.id))
      .limit(size)
      .offset((page - 1) * size);
    const [counted] = await db.select({ total: count() }).from(commentBlocks).where(where);
    return { items, total: counted?.total ?? 0 };
  },
});

/** One of them. */
export const getBlock = query("getCommentBlock", {
  can: "manage comments",
  input: shape.blockRef,
  output: shape.block,
  run: ({ db }, { blockId }) => blockOf(db, blockId),
});
