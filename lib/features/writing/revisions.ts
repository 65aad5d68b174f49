import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { type Actor, authorizeEdit } from "../../core/access";
import { notFound } from "../../core/errors";
import { compared } from "./comparison";
import type { Description, FoundRecord, RecordNumber, Schemas } from "./description";
import { findOf } from "./find";
import { authorOf, workingTextOf } from "./rows";

/** The most revisions in a list; older ones are found by number. */
const MOST_LISTED = 200;

/** The earlier texts of a collection. They are found through their record: who may not change it has none. */
export function revisionsOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>(
  description: Description<N, F, S>,
) {
  const { numbered } = description;
  const { revisions } = description.collection;
  const { findToWorkOn } = findOf(description);
  const { id, postId, version, title, editorType, keepRaw, createTime, authorId, originalContent, content } = revisions;
  const listed = {
    id,
    postId,
    version,
    title,
    editorType,
    keepRaw,
    createTime,
    authorId,
    authorNickname: users.nickname,
    authorAvatar: users.avatar,
  };

  async function recordOf(db: Database, actor: Actor, of: number): Promise<F> {
    const record = await findToWorkOn(db, actor, of);
    authorizeEdit(actor, record);
    return record;
  }

  /** All of one record, newest first, without their texts. */
  async function listRevisions(db: Database, actor: Actor, of: number) {
    await recordOf(db, actor, of);
    const rows = await db
      .select(listed)
      .from(revisions)
      .leftJoin(users, eq(users.id, authorId))
      .where(eq(postId, of))
      .orderBy(desc(id))
      .limit(MOST_LISTED);
    return rows.map((row) => ({ ...row, author: authorOf(row), ...numbered(of) }));
  }

  /** One with its text. */
  async function getRevision(db: Database, actor: Actor, of: number, revisionId: number) {
    await recordOf(db, actor, of);
    const [row] = await db
      .select({ ...listed, originalContent, content })
      .from(revisions)
      .leftJoin(users, eq(users.id, authorId))
      .where(and(eq(id, revisionId), eq(postId, of)));
    if (!row) throw notFound();
    return { ...row, author: authorOf(row), ...numbered(of) };
  }

  /** One compared with the current text. */
  async function compareRevision(db: Database, actor: Actor, of: number, revisionId: number) {
    const record = await recordOf(db, actor, of);
    return {
      ...compared(await getRevision(db, actor, of, revisionId), { ...record, ...workingTextOf(record) }),
      revisionId,
      ...numbered(of),
    };
  }

  return { listRevisions, getRevision, compareRevision };
}
