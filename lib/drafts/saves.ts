import { eq, sql } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../db";
import { recordUsages } from "../attachments/recording";
import type { Actor } from "../core/access";
import type * as shape from "../posts/schema";
import type { Kind } from "./kind";
import type { WholeRow } from "./rows";
import { slugsOf } from "./slugs";
import { sameText, type Text } from "./texts";

/** What may be sent of a record; a sheet's is a part of it. */
export type Fields = Partial<shape.NewPost & Pick<shape.PostChanges, "expectedVersion">>;

/** What stands in tables of its own: metas, of a post also categories and tags. */
export type Relations = {
  /** Takes away what is given anew. */
  remove: (db: Database, id: number, given: Fields) => Promise<void>;
  /** Adds what is given to a record that has none of the kind. */
  add: (db: Database, id: number, given: Fields) => Promise<void>;
};

/** Whether readers see it, all of them or those it is meant for. */
export const isLive = (status: shape.PostStatus) => status === "PUBLISHED" || status === "INTIMATE";

/** The columns that a save sets as they come; null clears, absence leaves alone. */
export const plainColumns = (given: Fields) => ({
  title: given.title,
  summary: given.summary === null ? "" : given.summary,
  password: given.password === null ? "" : given.password,
  template: given.template === null ? "" : given.template,
  thumbnail: given.thumbnail === null ? "" : given.thumbnail,
  metaDescription: given.metaDescription === null ? "" : given.metaDescription,
  metaKeywords: given.metaKeywords === null ? "" : given.metaKeywords,
  disallowComment: given.disallowComment === null ? false : given.disallowComment,
  topPriority: given.topPriority === null ? 0 : given.topPriority,
  createTime: given.createTime ?? undefined,
});

/** The columns that follow from a status. */
export const statusColumns = (status: shape.PostStatus, before: { status: shape.PostStatus; publishedTime: Date | null; recycledTime: Date | null } | null, now: Date) => ({
  status,
  publishedTime: before?.publishedTime ?? (isLive(status) ? now : null),
  recycledTime: status === "RECYCLE" ? ((before?.status === "RECYCLE" ? before.recycledTime : null) ?? now) : null,
});

/** The columns of a record without a working text of its own. */
const noWorkingText = { workingOriginalContent: null, workingContent: null, workingKeepRaw: null };

/** How records of this kind are stored when somebody saves. */
export function savesOf(kind: Kind, relations: Relations) {
  const { name, table, revisions } = kind;
  const { slugFor, keepRedirect } = slugsOf(kind);

  /** Sets these columns of one record. */
  async function set(db: Database, id: number, columns: Partial<typeof table.$inferInsert>): Promise<void> {
    const { name: shape, places } = placesFor(columns);
    await prepared(db, `set-${name}:${shape}`, (on) => on.update(table).set(places).where(eq(table.id, sql.placeholder("id")))).execute({ ...columns, id });
    await recordUsages(db, name, id, columns);
  }

  /** Sets the working text of a live record; what readers see stays. */
  async function saveWorkingText(db: Database, before: WholeRow, text: Text | null, now: Date): Promise<void> {
    const same = text !== null && sameText(text, before);
    const working = same ? noWorkingText : { workingOriginalContent: text?.originalContent, workingContent: text?.content, workingKeepRaw: text?.keepRaw };
    await set(db, before.id, { ...(text && working), updateTime: now, version: before.version + 1 });
  }

  /** Takes the working text away. */
  const clearWorkingText = (db: Database, before: WholeRow, now: Date) => set(db, before.id, { ...noWorkingText, updateTime: now, version: before.version + 1 });

  /** Keeps a text that a deliberate save replaces. */
  async function keepRevision(db: Database, actor: Actor, before: WholeRow, text: { originalContent: string; content: string; keepRaw: boolean }, now: Date): Promise<void> {
    const { id: postId, version, title, editorType } = before;
    const { originalContent, content, keepRaw } = text;
    const row = { postId, version, title, editorType, originalContent, content, keepRaw, authorId: actor.id, createTime: now };
    const { name: shape, places } = placesFor(row);
    await prepared(db, `new-${name}-revision:${shape}`, (on) => on.insert(revisions).values(places)).execute(row);
  }

  /** Keeps the working text where there is one: what is about to replace it would lose it. */
  async function keepWorkingText(db: Database, actor: Actor, before: WholeRow, now: Date): Promise<void> {
    const { workingOriginalContent: originalContent, workingContent: content, workingKeepRaw: keepRaw } = before;
    if (originalContent !== null && content !== null) await keepRevision(db, actor, before, { originalContent, content, keepRaw: keepRaw ?? false }, now);
  }

  /** Sets everything a save says; the text it replaces is kept unless it was an autosave. */
  async function save(db: Database, actor: Actor, before: WholeRow, given: Fields, next: Text | null, now: Date): Promise<void> {
    const status = given.autoSave ? before.status : (given.status ?? before.status);
    const slug = given.slug === undefined ? before.slug : await slugFor(db, given.slug, given.title ?? before.title, before.id);
    const changed = next !== null && !sameText(next, before);
    if (changed && !given.autoSave) {
      await keepRevision(db, actor, before, before, now);
      // A caller who did not say which version they saw may be replacing text they never read.
      if (given.expectedVersion === undefined && before.workingOriginalContent !== next.originalContent) await keepWorkingText(db, actor, before, now);
    }
    await set(db, before.id, {
      ...plainColumns(given),
      ...statusColumns(status, before, now),
      ...(next && { ...next, ...noWorkingText }),
      slug,
      updateTime: now,
      ...(changed && { editTime: now }),
      version: before.version + 1,
    });
    if (slug !== before.slug) await keepRedirect(db, before.id, before.publishedTime ? before.slug : null, slug);
    await relations.remove(db, before.id, given);
    await relations.add(db, before.id, given);
  }

  return { set, saveWorkingText, clearWorkingText, keepWorkingText, save };
}
