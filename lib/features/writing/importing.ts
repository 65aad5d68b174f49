import { and, eq } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../../db";
import type { Words } from "../../text/search";
import { recordReferences } from "../references/recording";
import { resolveSlugs } from "../references/resolving";
import type { Description, FoundRecord, RecordNumber, Schemas } from "./description";
import { importedRowsOf } from "./imported-rows";
import { replan } from "./planning";
import type { WholeRow } from "./rows";
import type { PostStatus } from "./schema";
import { slugsOf } from "./slugs";
import { staleAfter } from "./stale";
import { sameText, type StoredText, type Text } from "./texts";

/** A post or sheet from another system, rendered and with every date of its own. */
export type ImportedText = {
  title: string;
  slug: string;
  status: PostStatus;
  authorId: number | null;
  createTime: Date;
  updateTime: Date;
  editTime: Date;
  recycledTime: Date | null;
  password: string;
  template: string;
  thumbnail: string;
  disallowComment: boolean;
  topPriority: number;
  visits: number;
  likes: number;
  summary: string;
  metaDescription: string;
  metaKeywords: string;
  text: Text;
  working: Text | null;
  categoryIds: number[];
  tagIds: number[];
  metas: { key: string; value: string }[];
  /** What our own export knows beside: columns as they were, earlier slugs, and earlier texts, oldest first. */
  exported?: { columns: Record<string, unknown>; slugs: string[]; revisions: EarlierText[] };
};

type Exported = NonNullable<ImportedText["exported"]>;
type EarlierText = { version: number; title: string; createTime: Date; authorId: number | null; text: Text };

/** What an import replaces in a record, for an undo. */
export type ReplacedText = {
  /** The version whose text was kept as a revision. */
  revision: number;
  columns: Record<string, unknown>;
  categoryIds: number[];
  tagIds: number[];
  metas: ImportedText["metas"];
};

/** Dates that were stored as JSON. */
const withDates = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      name.endsWith("Time") && typeof value === "string" ? new Date(value) : value,
    ]),
  );

const workingColumns = (working: Text | null) => ({
  workingOriginalContent: working?.columns.originalContent ?? null,
  workingContent: working?.columns.content ?? null,
  workingKeepRaw: working?.columns.keepRaw ?? null,
  workingEditorType: working?.columns.editorType ?? null,
});

const columnsFor = ({ text, working, categoryIds: _c, tagIds: _t, metas: _m, exported, ...plain }: ImportedText) => ({
  ...plain,
  ...text.columns,
  ...workingColumns(working),
  publishedTime: plain.status === "PUBLISHED" || plain.status === "INTIMATE" ? plain.createTime : null,
  ...exported?.columns,
});

const known = ({ text, working }: Pick<ImportedText, "text" | "working">) => ({
  content: text.addresses,
  ...(working && { workingContent: working.addresses }),
});

/** Stores posts or sheets of another system, inside the transaction of whoever takes them in. */
export function importingOf<N extends RecordNumber, F extends FoundRecord, S extends Schemas<N>>({
  collection,
  relate,
  withRelations,
  index,
}: Description<N, F, S>) {
  const { name, table, revisions, redirects } = collection;
  const { keepRedirect } = slugsOf(collection);
  const { rowOf, atSlug, isSlugTaken, freeSlugFrom, set } = importedRowsOf(collection);
  const { touched } = staleAfter(collection);

  /** The words of a record for the search, before its transaction. */
  const wordsFor = ({ title, status, password, createTime, text }: ImportedText): Promise<Words | undefined> =>
    index?.words({ id: 0, title, status, password, createTime, plainText: text.columns.plainText }) ??
    Promise.resolve(undefined);

  /** Stores a new record; returns its number and the cache keys that it touches. */
  async function insert(
    db: Database,
    given: ImportedText,
    words: Words | undefined,
    { id, now }: { id?: number | undefined; now: Date },
  ): Promise<{ id: number; version: number; cacheKeys: string[] }> {
    const values = { ...(id !== undefined && { id }), ...columnsFor(given) };
    const { name: shape, places } = placesFor(values);
    const [row] = await prepared(db, `import-${name}:${shape}`, (on) =>
      on.insert(table).values(places).returning({ id: table.id, version: table.version }),
    ).execute(values);
    if (!row) throw new Error(`the ${name} was not stored`);
    await recordReferences(db, name, row.id, values, { isNew: true, known: known(given) });
    await keepRedirect(db, row.id, null, given.slug);
    await resolveSlugs(db, name, [given.slug]);
    if (given.exported) await keepExported(db, row.id, given.exported);
    const { categoryIds, tagIds, metas } = given;
    await relate(db, row.id, { categoryIds, tagIds, metas }, true);
    if (words) await index?.put(db, { id: row.id, createTime: given.createTime }, words);
    const placed = { ...given, id: row.id };
    await replan(db, name, null, placed, now);
    return { ...row, cacheKeys: touched(null, placed) };
  }

  /** Stores the earlier slugs and texts of a record of our own export. */
  async function keepExported(db: Database, postId: number, { slugs, revisions: earlier }: Exported): Promise<void> {
    for (const slug of slugs)
      if (!(await isSlugTaken(db, slug))) await db.insert(redirects).values({ slug, postId }).onConflictDoNothing();
    for (const { text, ...rest } of earlier) {
      const { originalContent, content, keepRaw, editorType } = text.columns;
      await db.insert(revisions).values({ ...rest, postId, originalContent, content, keepRaw, editorType });
    }
  }

  async function keepRevision(db: Database, before: WholeRow, text: StoredText, authorId: number | null, now: Date) {
    const { id: postId, version, title } = before;
    const { originalContent, content, keepRaw, editorType } = text;
    const row = { postId, version, title, editorType, originalContent, content, keepRaw, authorId, createTime: now };
    await db.insert(revisions).values(row);
  }

  type Change = { db: Database; now: Date; authorId: number | null };

  /** Writes a record anew; the text it had is kept as a revision. */
  async function replace(
    { db, now, authorId }: Change,
    id: number,
    given: Partial<ImportedText>,
    words: Words | undefined,
  ) {
    const before = await rowOf(db, id);
    if (!before) return null;
    const [related] = await withRelations(db, [{ ...before }]);
    const { text, working, categoryIds, tagIds, metas, exported: _exported, ...plain } = given;
    const columns = {
      ...plain,
      ...text?.columns,
      ...(working !== undefined && workingColumns(working)),
      publishedTime:
        before.publishedTime ??
        (plain.status === "PUBLISHED" || plain.status === "INTIMATE" ? (plain.createTime ?? before.createTime) : null),
    };
    if (text && !sameText(text.columns, before)) await keepRevision(db, before, before, authorId, now);
    const version = await set(db, before, columns, {
      ...(text && { content: text.addresses }),
      ...(working && { workingContent: working.addresses }),
    });
    await relate(db, id, { categoryIds, tagIds, metas }, false);
    const after = { ...before, ...columns };
    if (words !== undefined) await index?.put(db, { id, createTime: after.createTime }, words);
    await replan(db, name, before, after, now);
    const lists = related as unknown as { categoryIds?: number[]; tagIds?: number[]; metas?: ImportedText["metas"] };
    const replaced: ReplacedText = {
      revision: before.version,
      columns: Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof WholeRow]])),
      categoryIds: lists.categoryIds ?? [],
      tagIds: lists.tagIds ?? [],
      metas: (lists.metas ?? []).map(({ key, value }) => ({ key, value })),
    };
    return { version, replaced, cacheKeys: touched(before, after) };
  }

  /** Gives a text other addresses, unless somebody has changed it since it was read. No revision is kept. */
  async function relink(
    db: Database,
    seen: WholeRow,
    text: Text,
  ): Promise<{ version: number; cacheKeys: string[] } | null> {
    const before = await rowOf(db, seen.id);
    if (!before || before.version !== seen.version) return null;
    const version = await set(db, before, text.columns, { content: text.addresses });
    return { version, cacheKeys: touched(before, before) };
  }

  /** Puts back what an import had replaced, with the search and the queue. */
  async function putBack(db: Database, id: number, { columns, revision, ...lists }: ReplacedText, now: Date) {
    const before = await rowOf(db, id);
    if (!before) return null;
    const earlier = withDates(columns) as Partial<typeof table.$inferInsert>;
    const version = await set(db, before, earlier, {});
    await relate(db, id, lists, false);
    await db.delete(revisions).where(and(eq(revisions.postId, id), eq(revisions.version, revision)));
    const after = { ...before, ...earlier } as WholeRow;
    const words = await index?.words({ ...after, plainText: earlier.plainText ?? undefined });
    if (words !== undefined) await index?.put(db, after, words);
    await replan(db, name, before, after, now);
    return { version, cacheKeys: touched(before, after) };
  }

  /** Removes a record for good; null where it is gone already. */
  async function remove(db: Database, id: number, now: Date): Promise<string[]> {
    const before = await rowOf(db, id);
    if (!before) return [];
    await db.delete(table).where(eq(table.id, id));
    await index?.remove(db, id);
    await replan(db, name, before, null, now);
    return touched(before, null);
  }

  return { collection, rowOf, atSlug, freeSlugFrom, wordsFor, insert, replace, relink, putBack, remove };
}

export type Importing = ReturnType<typeof importingOf>;
