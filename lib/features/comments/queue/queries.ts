import { and, desc, eq, getTableColumns, inArray, ne } from "drizzle-orm";
import { ordering } from "../../../../db/expressions";
import { idsOnPage, inOrder } from "../../../../db/pages";
import { comments, users } from "../../../../db/schema";
import { notFound } from "../../../core/errors";
import { noInput, pageOf, sortOrder } from "../../../core/fields";
import { type Context, query } from "../../../core/operation";
import { forChange } from "../changing";
import { shown } from "../rows";
import { commentRef } from "../schema";
import { isIn, stateOf } from "../states";
import { byAuthor, countByAuthor } from "./authors";
import { conversationsAbove, earlierColumns, inShort, targetsOf } from "./context";
import { repliesTo } from "./removing";
import * as shape from "./schema";
import { countStates, idsOf, selected } from "./selection";

/** Sortable columns: the allow-list for names in requests. */
const sortable = { id: comments.id, createTime: comments.createTime };

const columns = { ...getTableColumns(comments), avatar: users.avatar };

type Row = typeof comments.$inferSelect & { avatar: string | null };

/** Comments with what one must know to decide on them. */
async function withContext(context: Context, rows: readonly Row[]): Promise<shape.QueuedComment[]> {
  const [targetOf, above, others] = [
    await targetsOf(context, rows),
    await conversationsAbove(context.db, rows),
    await countByAuthor(context.db, rows),
  ];
  return rows.map((row) => {
    const over = above(row);
    const [parent] = over;
    return {
      ...shown(row),
      state: stateOf(row),
      network: row.network,
      target: targetOf(row),
      parent: parent ? inShort(parent) : null,
      depth: over.length,
      byAuthor: others(row) - 1,
    };
  });
}

/** Comments on posts, sheets and journals alike, newest first by default. */
export const listComments = query("listComments", {
  can: "manage comments",
  summary: "Comments on posts, sheets and journals alike, each with what one must know to decide on it.",
  input: shape.queueFilters,
  output: pageOf(shape.queuedComment),
  run: async (context, { page, size, sort, ...selection }) => {
    const { db } = context;
    const where = selected(selection);
    const order = ordering(sortable, sortOrder(sort));
    const { ids, total } = await idsOnPage(db, comments, {
      where,
      order: [...(order.length > 0 ? order : [desc(comments.createTime)]), desc(comments.id)],
      page,
      size,
      looksAtAll: Boolean(selection.keyword),
    });
    const rows = await db
      .select(columns)
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(inArray(comments.id, ids));
    return { items: await withContext(context, inOrder(rows, ids)), total };
  },
});

/** The ids for "select all": the newest of a list, and their number. */
export const listCommentIds = query("listCommentIds", {
  can: "manage comments",
  input: shape.queueSelection,
  output: shape.queueIds,
  run: ({ db }, selection) => idsOf(db, selected(selection)),
});

/** The number of comments in each state. */
export const countComments = query("countComments", {
  can: "manage comments",
  summary: "The number of comments in each state, over posts, sheets and journals.",
  input: noInput,
  output: shape.stateCounts,
  run: ({ db }) => countStates(db),
});

/** The number of comments that wait, which the dashboard asks for again and again. */
export const countWaitingComments = query("countWaitingComments", {
  can: "manage comments",
  input: noInput,
  output: shape.waitingCount,
  run: async ({ db }) => ({ waiting: await db.$count(comments, isIn("waiting")) }),
});

/** The author's other comments in an answer. */
const MOST_OTHERS = 5;

/** A comment with the conversation above it and its author's latest other comments. */
export const getComment = query("getComment", {
  can: "manage comments",
  input: commentRef,
  output: shape.commentInContext,
  run: async (context, { commentId }) => {
    const { db } = context;
    const [row] = await db
      .select(columns)
      .from(comments)
      .leftJoin(users, eq(users.id, comments.userId))
      .where(eq(comments.id, commentId));
    if (!row) throw notFound();
    const [[whole], above, others] = [
      await withContext(context, [row]),
      await conversationsAbove(db, [row]),
      await db
        .select({ ...earlierColumns, ...targetIds })
        .from(comments)
        .where(and(byAuthor(row), ne(comments.id, row.id)))
        .orderBy(desc(comments.createTime), desc(comments.id))
        .limit(MOST_OTHERS),
    ];
    if (!whole) throw notFound();
    const targetOf = await targetsOf(context, others);
    return {
      ...whole,
      above: above(row).map(inShort).reverse(),
      others: others.map((each) => ({ ...inShort(each), target: targetOf(each) })),
    };
  },
});

const targetIds = {
  targetType: comments.targetType,
  postId: comments.postId,
  sheetId: comments.sheetId,
  journalId: comments.journalId,
};

/** Replies in an answer. */
const MOST_EXAMPLES = 5;

/** What deleting some comments for good would take along. */
export const getCommentsRemoval = query("getCommentsRemoval", {
  can: "manage comments",
  summary: "Deletes nothing: counts and names the replies that deleting these comments for good would take along.",
  input: shape.removalOf,
  refusals: ["not_found"],
  output: shape.removal,
  run: async ({ db }, { ids }) => {
    const replies = await repliesTo(db, await forChange(db, null, ids));
    const shownFirst = [...replies.filter((row) => row.visible), ...replies.filter((row) => !row.visible)];
    const examples = shownFirst.slice(0, MOST_EXAMPLES).map((row) => row.id);
    const rows = await forChange(db, null, examples);
    return { comments: ids.length, replies: replies.length, examples: rows.map(inShort) };
  },
});
