import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { users } from "../../../db/schema";
import { type Actor, authorizeEdit } from "../../core/access";
import { notFound } from "../../core/errors";
import { engine } from "../../core/operation";
import { compared } from "./comparison";
import type { Collection } from "./collection";
import { authorOf, type WholeRow, workingTextOf } from "./rows";
import { textAfter } from "./texts";
import type { Prepared } from "./preparing";

/** Most that are listed; older ones are still there by their number. */
const MOST_LISTED = 200;

type Writing<F> = {
  found: (db: Database, actor: Actor, id: number) => Promise<F>;
  prepareChange: (id: number, actor: Actor) => Promise<Prepared<F>>;
};

/** The earlier texts of a kind of writing. They are found through their record: who may not change it has none. */
export function revisionsOf<F extends WholeRow>({ revisions }: Collection, { found, prepareChange }: Writing<F>) {
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
    const record = await found(db, actor, of);
    authorizeEdit(actor, record);
    return record;
  }

  /** All of one record, the newest first, without the texts themselves. */
  async function listRevisions(db: Database, actor: Actor, of: number) {
    await recordOf(db, actor, of);
    const rows = await db
      .select(listed)
      .from(revisions)
      .leftJoin(users, eq(users.id, authorId))
      .where(eq(postId, of))
      .orderBy(desc(id))
      .limit(MOST_LISTED);
    return rows.map((row) => ({ ...row, author: authorOf(row) }));
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
    return { ...row, author: authorOf(row) };
  }

  /** One compared with the text being worked on. */
  async function compareRevision(db: Database, actor: Actor, of: number, revisionId: number) {
    const record = await recordOf(db, actor, of);
    return compared(await getRevision(db, actor, of, revisionId), { ...record, ...workingTextOf(record) });
  }

  /** The text of one, rendered as today's would be, for taking it up again. */
  async function prepareRestore(actor: Actor, of: number, revisionId: number) {
    const revision = await getRevision(engine().reader, actor, of, revisionId);
    const text = await textAfter(revision, revision);
    // Read last, so that rendering leaves no time for others to change it.
    return { ...(await prepareChange(of, actor)), text, editorType: revision.editorType };
  }

  return { listRevisions, getRevision, compareRevision, prepareRestore };
}
