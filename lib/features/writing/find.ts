import { and, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { users } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { notFound } from "../../core/errors";
import type { Context } from "../../core/operation";
import type { Collection } from "./collection";
import { columnsOf, type WholeRow } from "./rows";
import { present, type Reach, visibilityKey, visibilityOf } from "../visibility/texts";

/** By number, or by slug. */
export type By = { id: number } | { slug: string };

/** What of a description says how records are found, and shown to visitors. */
export type Findable<F, P> = {
  collection: Collection;
  withRelations: (db: Database, rows: WholeRow[]) => Promise<F[]>;
  forVisitor: (found: F, actor: Actor) => P;
  reads: { found: readonly string[]; missing: readonly string[] };
};

/** How one record of a collection is found: always through what the actor may see. */
export function findOf<F, P>({ collection, withRelations, forVisitor, reads }: Findable<F, P>) {
  const { name, table, redirects, addresses } = collection;
  const { wholeColumns } = columnsOf(table);
  const visibleTo = visibilityOf(table);

  /** One record with all that belongs to it; null where there is none. */
  async function find(db: Database, actor: Actor, reach: Reach, by: By): Promise<F | null> {
    const [key, column] = "slug" in by ? (["slug", table.slug] as const) : (["id", table.id] as const);
    const rows = await prepared(db, `${name}:${key}:${reach}:${visibilityKey(actor)}`, (on) =>
      on
        .select(wholeColumns)
        .from(table)
        .leftJoin(users, eq(users.id, table.authorId))
        .where(and(eq(column, sql.placeholder(key)), visibleTo(actor, present, reach))),
    ).execute({ now: new Date(), ...by });
    return (await withRelations(db, rows))[0] ?? null;
  }

  /** One that this actor may work on. */
  async function findToWorkOn(db: Database, actor: Actor, id: number): Promise<F> {
    const found = await find(db, actor, "dashboard", { id });
    if (!found) throw notFound();
    return found;
  }

  /** The address that an earlier one redirects to; null without one. */
  async function movedTo(db: Database, actor: Actor, slug: string): Promise<string | null> {
    const [moved] = await prepared(db, `${name}:moved:${visibilityKey(actor)}`, (on) =>
      on
        .select({ slug: table.slug, createTime: table.createTime })
        .from(redirects)
        .innerJoin(table, eq(table.id, redirects.postId))
        .where(and(eq(redirects.slug, sql.placeholder("slug")), visibleTo(actor, present, "address"))),
    ).execute({ slug, now: new Date() });
    return moved ? (await addresses(db, [moved]))(moved) : null;
  }

  /** What a visitor finds at an address: a record, the place it has moved to, or neither. */
  async function findAt({ db, actor }: Context, slug: string): Promise<{ found: P | null; movedTo: string | null }> {
    const found = await find(db, actor, "address", { slug });
    return found
      ? { found: forVisitor(found, actor), movedTo: null }
      : { found: null, movedTo: await movedTo(db, actor, slug) };
  }

  /** What an answer to a visitor depends on that shows this record, or that there is none. */
  const readsOf = (record: { id: number } | null | undefined): string[] =>
    record
      ? [`${name}:${record.id}`, `comments:${name}s`, ...reads.found, "users"]
      : [`${name}-places`, ...reads.missing];

  return { find, findToWorkOn, findAt, readsOf };
}
