import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../../db";
import { comments } from "../../../db/schema";
import { networkOf } from "../../services/limits/networks";
import type { CommentStatus, TargetType } from "./schema";
import { targetColumns, targetIdOf, touchedBelow, touchedByWords } from "./targets";
import { countAlong, remove } from "./threads";

/** A comment from another system; its text is rendered. */
export type ImportedComment = {
  id?: number | undefined;
  parent: { id: number; rootId: number | null; visible: boolean } | null;
  status: CommentStatus;
  userId: number | null;
  isAdmin: boolean;
  author: string;
  email: string;
  authorUrl: string;
  ipAddress: string | null;
  userAgent: string | null;
  createTime: Date;
  content: string;
  html: string;
  /** Columns as they were, of our own export. */
  exported?: Record<string, unknown>;
};

/** Where a stored comment stands, for replies to it. */
export type StoredComment = { id: number; rootId: number | null; visible: boolean };

/** Stores a comment, whatever the site's rules for new ones are; nobody is told of it, and nobody will be. */
export async function insertComment(
  db: Database,
  type: TargetType,
  targetId: number,
  { id, parent, exported, ...given }: ImportedComment,
): Promise<StoredComment> {
  const visible = given.status === "PUBLISHED" && (parent?.visible ?? true);
  const rootId = parent && (parent.rootId ?? parent.id);
  const values = {
    ...(id !== undefined && { id }),
    ...given,
    ...targetColumns(type, targetId),
    parentId: parent?.id ?? null,
    rootId,
    spam: false,
    visible,
    notified: true,
    allowNotification: false,
    network: networkOf(given.ipAddress),
    updateTime: given.createTime,
    ...exported,
  };
  const { name, places } = placesFor(values);
  const [row] = await prepared(db, `import-comment:${name}`, (on) =>
    on.insert(comments).values(places).returning({ id: comments.id }),
  ).execute(values);
  if (!row) throw new Error("the comment was not stored");
  return { id: row.id, rootId, visible };
}

/** Counts imported comments on their text; returns the cache keys that they touch. */
export async function countImported(
  db: Database,
  type: TargetType,
  targetId: number,
  visible: number,
): Promise<string[]> {
  if (visible === 0) return [];
  await countAlong(db, type, targetId, visible);
  return touchedBelow(type, targetId);
}

/** A stored comment, for replies to it and for what became of it here. */
export async function findImported(db: Database, id: number) {
  const [row] = await prepared(db, "imported-comment", (on) =>
    on
      .select({
        id: comments.id,
        rootId: comments.rootId,
        visible: comments.visible,
        updateTime: comments.updateTime,
        content: comments.content,
        html: comments.html,
      })
      .from(comments)
      .where(eq(comments.id, sql.placeholder("id"))),
  ).execute({ id });
  return row ?? null;
}

/** Writes the words of an imported comment anew; returns the cache keys that it touches. */
export async function replaceComment(
  db: Database,
  id: number,
  given: { content: string; html: string; updateTime: Date },
): Promise<string[]> {
  const [row] = await db.update(comments).set(given).where(eq(comments.id, id)).returning();
  return row ? touchedByWords(row.targetType, targetIdOf(row)) : [];
}

/** Removes imported comments for good, unless somebody has replied; returns those that stay, and the cache keys. */
export async function removeImported(
  db: Database,
  ids: readonly number[],
): Promise<{ stayed: number[]; cacheKeys: string[] }> {
  const rows = await db
    .select()
    .from(comments)
    .where(inArray(comments.id, [...ids]));
  const stayed: number[] = [];
  const cacheKeys: string[] = [];
  for (const row of rows) {
    const [reply] = await db
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.parentId, row.id), ne(comments.id, row.id)))
      .limit(1);
    if (reply) {
      stayed.push(row.id);
      continue;
    }
    await remove(db, row.targetType, targetIdOf(row), [row.rootId ?? row.id], [row.id]);
    cacheKeys.push(...touchedBelow(row.targetType, targetIdOf(row)));
  }
  return { stayed, cacheKeys: [...new Set(cacheKeys)] };
}

const kinds = { POST: "post", SHEET: "sheet", JOURNAL: "journal" } as const;

/** The text that a comment is on. */
export async function targetOfImported(db: Database, id: number) {
  const [row] = await db.select().from(comments).where(eq(comments.id, id));
  return row ? { kind: kinds[row.targetType], id: targetIdOf(row) } : null;
}
