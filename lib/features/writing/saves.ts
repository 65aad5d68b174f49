import { columnsFrom, type Database, placesFor, prepared } from "../../../db";
import type { Actor } from "../../core/access";
import type * as shape from "./schema";
import { resolveSlugs } from "../references/resolving";
import { changingOf } from "./changing";
import type { Collection } from "./collection";
import { type WholeRow, workingTextOf } from "./rows";
import { slugsOf } from "./slugs";
import { sameText, type StoredText, type Text } from "./texts";

/** The fields of a save; a sheet has fewer. */
export type Fields = Partial<shape.NewPost & Pick<shape.PostChanges, "expectedVersion">>;

/** Whether it has readers: everybody, or those it is for. */
export const isLive = (status: shape.PostStatus) => status === "PUBLISHED" || status === "INTIMATE";

/** The result of a save before its transaction: all forms of the text, the address, the state. */
const others = ["content", "originalContent", "keepRaw", "editorType", "slug", "status"] as const;

/** The columns that a save sets directly; null resets, absence keeps. */
export const plainColumns = (given: Fields, table: Collection["table"]) => columnsFrom(given, table, others);

/** The columns that depend on the status. */
export const statusColumns = (
  status: shape.PostStatus,
  before: { status: shape.PostStatus; publishedTime: Date | null; recycledTime: Date | null } | null,
  now: Date,
) => ({
  status,
  publishedTime: before?.publishedTime ?? (isLive(status) ? now : null),
  recycledTime: status === "RECYCLE" ? ((before?.status === "RECYCLE" ? before.recycledTime : null) ?? now) : null,
});

type Row = Collection["table"]["$inferSelect"];

/** The columns of a record without a working text. */
const noWorkingText = {
  workingOriginalContent: null,
  workingContent: null,
  workingKeepRaw: null,
  workingEditorType: null,
};

/** Stores saves of a collection. */
export function savesOf(collection: Collection) {
  const { name, table, revisions } = collection;
  const { slugFor, keepRedirect } = slugsOf(collection);
  const { change } = changingOf(collection);

  /** Sets the working text of a live record; the public text stays. */
  function saveWorkingText(db: Database, before: WholeRow, text: Text | null, now: Date): Promise<Row> {
    if (!text) return change(db, before, {}, now);
    const { originalContent, content, keepRaw, editorType } = text.columns;
    const working = sameText(text.columns, before)
      ? noWorkingText
      : {
          workingOriginalContent: originalContent,
          workingContent: content,
          workingKeepRaw: keepRaw,
          workingEditorType: editorType,
        };
    return change(db, before, working, now, { workingContent: text.addresses });
  }

  /** Removes the working text. */
  const clearWorkingText = (db: Database, before: WholeRow, now: Date): Promise<Row> =>
    change(db, before, noWorkingText, now);

  /** Keeps the replaced text as a revision. */
  async function keepRevision(
    db: Database,
    actor: Actor,
    before: WholeRow,
    text: StoredText,
    now: Date,
  ): Promise<void> {
    const { id: postId, version, title } = before;
    const { originalContent, content, keepRaw, editorType } = text;
    const row = {
      postId,
      version,
      title,
      editorType,
      originalContent,
      content,
      keepRaw,
      authorId: actor.id,
      createTime: now,
    };
    const { name: shape, places } = placesFor(row);
    await prepared(db, `new-${name}-revision:${shape}`, (on) => on.insert(revisions).values(places)).execute(row);
  }

  /** Keeps the working text as a revision before it is replaced. */
  async function keepWorkingText(db: Database, actor: Actor, before: WholeRow, now: Date): Promise<void> {
    if (before.workingOriginalContent !== null && before.workingContent !== null)
      await keepRevision(db, actor, before, workingTextOf(before), now);
  }

  /** Sets every column of a save; keeps the replaced text unless it is an autosave. */
  async function save(
    db: Database,
    actor: Actor,
    before: WholeRow,
    given: Fields,
    next: Text | null,
    now: Date,
  ): Promise<Row> {
    const status = given.autoSave ? before.status : (given.status ?? before.status);
    const slug =
      given.slug === undefined ? before.slug : await slugFor(db, given.slug, given.title ?? before.title, before.id);
    const changed = next !== null && !sameText(next.columns, before);
    const columns = {
      ...plainColumns(given, table),
      ...statusColumns(status, before, now),
      ...(next && { ...next.columns, ...noWorkingText }),
      slug,
      ...(changed && { editTime: now }),
    };
    const row = await change(db, before, columns, now, { content: next?.addresses });
    if (changed && !given.autoSave) {
      await keepRevision(db, actor, before, before, now);
      // Without a version the caller may be replacing a text they never read.
      if (given.expectedVersion === undefined && before.workingOriginalContent !== next.columns.originalContent)
        await keepWorkingText(db, actor, before, now);
    }
    if (slug !== before.slug) {
      await keepRedirect(db, before.id, before.publishedTime ? before.slug : null, slug);
      await resolveSlugs(db, name, [before.slug, slug]);
    }
    return row;
  }

  return { saveWorkingText, clearWorkingText, keepWorkingText, save };
}
