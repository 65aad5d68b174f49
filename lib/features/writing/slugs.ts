import { and, eq, ne, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { freeSlug } from "../../services/slugs/free-slug";
import { makeSlug } from "../../text/slug";
import { conflict } from "../../core/errors";
import type { Collection } from "./collection";

/** Gives out the slugs of a collection. */
export function slugsOf({ name, table, redirects, reserved }: Collection) {
  const slugTaken = (db: Database) =>
    prepared(db, `${name}-slug-taken`, (on) =>
      on
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.slug, sql.placeholder("slug")), ne(table.id, sql.placeholder("id")))),
    );

  /** A record's slug. `id` 0 is a new one. */
  async function slugFor(db: Database, given: string | null | undefined, title: string, id = 0): Promise<string> {
    if (given && reserved.has(makeSlug(given)))
      throw conflict("slug", "Another page of the site already has this address.");
    return freeSlug({
      given,
      from: title,
      fallback: name,
      isTaken: async (slug) => reserved.has(slug) || (await slugTaken(db).execute({ slug, id })).length > 0,
    });
  }

  /** Redirects the old address of a published record to it permanently; removes redirects from its new address. */
  async function keepRedirect(db: Database, postId: number, from: string | null, to: string): Promise<void> {
    await prepared(db, `no-${name}-redirect`, (on) =>
      on.delete(redirects).where(eq(redirects.slug, sql.placeholder("slug"))),
    ).execute({ slug: to });
    if (from !== null && from !== to)
      await db
        .insert(redirects)
        .values({ slug: from, postId })
        .onConflictDoUpdate({ target: redirects.slug, set: { postId } });
  }

  return { slugFor, keepRedirect };
}
