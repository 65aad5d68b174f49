import { and, eq, inArray } from "drizzle-orm";
import { comments, journals } from "../../../db/schema";
import { visitor } from "../../core/access";
import { breathing } from "../../core/giving-way";
import { engine } from "../../core/operation";
import type { Collection } from "../../features/writing/collection";
import { visibilityOf } from "../../features/visibility/texts";
import { getPublicJournal } from "../../features/journals/queries";
import { visibleTo } from "../../features/visibility/journals";
import { post } from "../../features/writing/posts/collection";
import { getPublicPost } from "../../features/writing/posts/queries";
import { sheet } from "../../features/writing/sheets/collection";
import { getPublicSheet } from "../../features/writing/sheets/queries";
import type { Lookups } from "../../features/webhooks/announcing";
import type { Seen } from "../../features/webhooks/schema";

/** Fields that change without an edit of the record. */
const passing = new Set(["visits", "likes", "commentCount", "version", "updateTime"]);
const lasting = (record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !passing.has(name)));

/**
 * A post or sheet as the public sees it: number and state of one that is not listed, the listed fields of a protected
 * one.
 */
async function text({ table }: Collection, id: number, read: () => Promise<object>): Promise<Seen | null> {
  const db = engine().reader;
  const now = new Date();
  const [row] = await db
    .select({ status: table.status, createTime: table.createTime, publishedTime: table.publishedTime })
    .from(table)
    .where(eq(table.id, id));
  if (!row) return null;
  const { status, createTime, publishedTime: since } = row;
  const dueAt = status === "PUBLISHED" && createTime > now ? createTime : null;
  const [listed] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), visibilityOf(table)(visitor, now, "list")));
  return { isPublic: listed !== undefined, dueAt, since, data: listed ? lasting(await read()) : { id, status } };
}

async function journal(id: number): Promise<Seen | null> {
  const db = engine().reader;
  const [row] = await db
    .select({ type: journals.type, since: journals.createTime })
    .from(journals)
    .where(eq(journals.id, id));
  if (!row) return null;
  const [listed] = await db
    .select({ id: journals.id })
    .from(journals)
    .where(and(eq(journals.id, id), visibleTo(visitor, "list")));
  // It is unknown whether a private one has been public before.
  return {
    isPublic: listed !== undefined,
    dueAt: null,
    since: listed ? row.since : null,
    data: listed ? lasting(await getPublicJournal(visitor, { id })) : { id, type: row.type },
  };
}

/** Comments as moderators see them, without their authors' addresses. Strangers send many, so they are read together. */
async function commentsWith(ids: readonly number[]): Promise<Map<number, Seen>> {
  const {
    targetType,
    postId,
    sheetId,
    journalId,
    parentId,
    status,
    visible,
    isAdmin,
    author,
    authorUrl,
    content,
    createTime,
  } = comments;
  const rows = await engine()
    .reader.select({
      id: comments.id,
      targetType,
      postId,
      sheetId,
      journalId,
      parentId,
      status,
      visible,
      isAdmin,
      author,
      authorUrl,
      content,
      createTime,
    })
    .from(comments)
    .where(inArray(comments.id, [...ids]));
  return new Map(
    rows.map(({ visible: isPublic, sheetId: onSheet, journalId: onJournal, ...data }) => [
      data.id,
      {
        isPublic,
        dueAt: null,
        since: data.createTime,
        data: { ...data, postId: data.postId ?? onSheet ?? onJournal },
      },
    ]),
  );
}

/** Reads one record after the other; visitors are answered in between. */
const each = (read: (id: number) => Promise<Seen | null>) => async (ids: readonly number[]) => {
  const found = new Map<number, Seen>();
  const breathe = breathing();
  for (const id of ids) {
    const seen = await read(id);
    if (seen) found.set(id, seen);
    await breathe();
  }
  return found;
};

/** How the public sees the records that webhooks announce, by kind. */
export const lookups: Lookups = {
  post: each((postId) => text(post, postId, () => getPublicPost(visitor, { postId }))),
  sheet: each((sheetId) => text(sheet, sheetId, () => getPublicSheet(visitor, { sheetId }))),
  journal: each(journal),
  comment: commentsWith,
};
