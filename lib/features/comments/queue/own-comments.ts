import { and, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import { matching } from "../../../../db/keyword";
import { ordering } from "../../../../db/expressions";
import { idsOnPage, inOrder } from "../../../../db/pages";
import { comments } from "../../../../db/schema";
import { pageOf, sortOrder } from "../../../core/fields";
import { query } from "../../../core/operation";
import { stateOf } from "../states";
import { targetsOf } from "./context";
import { ownComment, ownCommentFilters } from "./schema";

/** The comments that one wrote while signed in, newest first, and what became of them. */
export const listOwnComments = query("listOwnComments", {
  can: "be signed in",
  summary: "The comments that you wrote while signed in, and what became of them.",
  input: ownCommentFilters,
  output: pageOf(ownComment),
  run: async (context, { page, size, sort, keyword }) => {
    const { db, actor } = context;
    const where = and(eq(comments.userId, actor.id ?? 0), keyword ? matching(keyword, comments.content) : undefined);
    const order = ordering({ createTime: comments.createTime }, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, comments, {
      where,
      order: [...(order.length > 0 ? order : [desc(comments.createTime)]), desc(comments.id)],
      page,
      size,
      // A reader may have written tens of thousands.
      looksAtAll: Boolean(keyword),
    });
    const found = await db.select(getTableColumns(comments)).from(comments).where(inArray(comments.id, ids));
    const rows = inOrder(found, ids);
    const targetOf = await targetsOf(context, rows, "list");
    const items = rows.map((row) => {
      const state = stateOf(row);
      const target = targetOf(row);
      return {
        ...row,
        state: state === "waiting" || state === "published" ? state : ("removed" as const),
        target: target && { title: target.title, url: target.url },
      };
    });
    return { items, total };
  },
});
