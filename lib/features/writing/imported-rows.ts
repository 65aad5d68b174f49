import { and, eq, getTableColumns, ne, sql } from "drizzle-orm";
import { type Database, placesFor, prepared } from "../../../db";
import { firstFree } from "../../services/slugs/free-slug";
import { recordReferences } from "../references/recording";
import { resolveSlugs } from "../references/resolving";
import type { Collection } from "./collection";
import type { WholeRow } from "./rows";
import { slugsOf } from "./slugs";

/** Reads and sets the rows of a collection for an import, whoever may see them. */
export function importedRowsOf(collection: Collection) {
  const { name, table, reserved } = collection;
  const { keepRedirect } = slugsOf(collection);

  const rowOf = async (db: Database, id: number): Promise<WholeRow | null> => {
    const [row] = await prepared(db, `importing-${name}`, (on) =>
      on
        .select(getTableColumns(table))
        .from(table)
        .where(eq(table.id, sql.placeholder("id"))),
    ).execute({ id });
    return row
      ? { ...row, inProgress: row.workingOriginalContent !== null, authorNickname: null, authorAvatar: null }
      : null;
  };

  /** The record at an address; null where there is none. */
  async function atSlug(db: Database, slug: string) {
    const [row] = await prepared(db, `importing-${name}-at`, (on) =>
      on
        .select({
          id: table.id,
          version: table.version,
          title: table.title,
          originalContent: table.originalContent,
        })
        .from(table)
        .where(eq(table.slug, sql.placeholder("slug"))),
    ).execute({ slug });
    return row ?? null;
  }

  /** Whether this slug is another record's, or the site's own. */
  async function isSlugTaken(db: Database, slug: string, id = 0): Promise<boolean> {
    if (reserved.has(slug)) return true;
    const rows = await prepared(db, `importing-${name}-slug`, (on) =>
      on
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.slug, sql.placeholder("slug")), ne(table.id, sql.placeholder("id")))),
    ).execute({ slug, id });
    return rows.length > 0;
  }

  /** The slug, or the first one with a number that is free. */
  async function freeSlugFrom(
    db: Database,
    slug: string,
    isClaimed: (slug: string) => boolean,
    id = 0,
  ): Promise<string> {
    const isTaken = async (each: string) => isClaimed(each) || (await isSlugTaken(db, each, id));
    return firstFree(slug, isTaken);
  }

  /** Sets columns of a record; its version grows, and its dates are as given. */
  async function set(
    db: Database,
    before: WholeRow,
    columns: Partial<typeof table.$inferInsert>,
    addresses: Readonly<Record<string, readonly string[] | undefined>>,
  ): Promise<number> {
    const values = { ...columns, version: before.version + 1 };
    const { name: shape, places } = placesFor(values);
    await prepared(db, `import-set-${name}:${shape}`, (on) =>
      on
        .update(table)
        .set(places)
        .where(eq(table.id, sql.placeholder("id"))),
    ).execute({ ...values, id: before.id });
    await recordReferences(db, name, before.id, columns, { known: addresses });
    if (columns.slug !== undefined && columns.slug !== before.slug) {
      await keepRedirect(db, before.id, before.publishedTime ? before.slug : null, columns.slug);
      await resolveSlugs(db, name, [before.slug, columns.slug]);
    }
    return values.version;
  }

  return { rowOf, atSlug, isSlugTaken, freeSlugFrom, set };
}
