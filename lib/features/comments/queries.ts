import { and, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { comments, users } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { notFound } from "../../core/errors";
import { pageOf } from "../../core/fields";
import { query } from "../../core/operation";
import { settingKeys } from "../../core/settings";
import { readOptions } from "../../services/settings/reading";
import { pageOfComments } from "./listings";
import { isOver, stampOf } from "./moderation";
import { editableBy, waitingOf } from "./own";
import { selectComments, shown } from "./rows";
import * as shape from "./schema";
import { nounOf, readableTarget, readsBelow, tableOf, targetIdOf } from "./targets";
import { conversationsBelow, pageWith, visibleComment } from "./tree";

/** Comments on one kind of target, for staff. */
function managed(type: shape.TargetType) {
  return {
    list: query(`list${nounOf[type]}Comments`, {
      can: "manage comments",
      input: shape.commentFilters,
      output: pageOf(shape.comment),
      run: ({ db }, filters) => pageOfComments(db, type, filters),
    }),

    get: query(`get${nounOf[type]}Comment`, {
      can: "manage comments",
      input: shape.commentRef,
      output: shape.comment,
      run: async ({ db }, { commentId }) => {
        const [row] = await selectComments(db).where(and(eq(comments.targetType, type), eq(comments.id, commentId)));
        if (!row) throw notFound();
        return shown(row);
      },
    }),
  };
}

export const managedPostComments = managed("POST");
export const managedSheetComments = managed("SHEET");
export const managedJournalComments = managed("JOURNAL");

/** The visible comments on one target: conversations as trees, paged by their first comments. */
const below = (type: shape.TargetType) =>
  query(`listCommentsOn${nounOf[type]}`, {
    can: "read the site",
    input: shape.conversationsOf,
    output: pageOf(shape.commentNode),
    reads: ({ id }) => readsBelow(type, id),
    run: async ({ db, actor }, { id, page, size, sort }) => {
      await readableTarget(db, actor, type, id);
      return conversationsBelow(db, type, id, { page, size, newestFirst: sort?.at(0)?.endsWith(",desc") === true });
    },
  });

export const listCommentsOnPost = below("POST");
export const listCommentsOnSheet = below("SHEET");
export const listCommentsOnJournal = below("JOURNAL");

async function nameOf(db: Database, { id }: Actor): Promise<string | null> {
  const [account] =
    id === null ? [] : await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, id));
  return account?.nickname ?? null;
}

/** The comments on a public page, with the data of its form. */
export const getDiscussion = query("getDiscussion", {
  can: "read the site",
  input: shape.discussionOf,
  output: shape.discussion,
  reads: ({ targetType, id }) => [
    ...readsBelow(targetType, id),
    ...settingKeys("comment_order", "comment_page_size", "comment_closed_after_days"),
  ],
  run: async ({ db, actor, now }, { targetType: type, id, page, replyTo, find = null, edit = null }) => {
    const target = await readableTarget(db, actor, type, id);
    const options = await readOptions(db);
    const pageSize = options.comment_page_size;
    const order = { size: pageSize, newestFirst: options.comment_order === "newest" };
    const own = (await editableBy(db, actor, now)).filter((row) => targetIdOf(row) === id && row.targetType === type);
    const changed = own.find((row) => row.id === edit);
    const table = tableOf[type];
    const [counted] = await prepared(db, `comment-count:${type}`, (on) =>
      on
        .select({ count: table.commentCount })
        .from(table)
        .where(eq(table.id, sql.placeholder("id"))),
    ).execute({ id });
    return {
      ...(await conversationsBelow(db, type, id, { page, ...order })),
      count: counted?.count ?? 0,
      pageSize,
      open: !target.disallowComment && !isOver(target, options, now),
      replyTo: replyTo === null ? null : await visibleComment(db, type, id, replyTo),
      signedInAs: await nameOf(db, actor),
      foundOn: find === null ? null : await pageWith(db, type, id, find, order),
      editable: own.map((row) => row.id),
      edit: changed ? { id: changed.id, content: changed.content } : null,
      waiting: await waitingOf(db, actor, type, id),
      stamp: stampOf(now),
    };
  },
});
