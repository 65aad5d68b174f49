import { and, eq, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { users } from "../../../db/schema";
import type { Actor } from "../../core/access";
import type { Collection } from "./collection";
import { columnsOf, type WholeRow } from "./rows";
import { present, type Reach, visibilityKey, visibilityOf } from "../visibility/texts";

/** By its number, or by the last part of its address. */
export type By = { id: number } | { slug: string };

/** How one record of a kind is found, and where an old address has moved to: always through what the actor may see. */
export function findOf({ name, table, redirects, addresses }: Collection) {
  const { wholeColumns } = columnsOf(table);
  const visibleTo = visibilityOf(table);

  /** One record with its texts, in a list of its own; empty where there is none. */
  async function findRow(db: Database, actor: Actor, reach: Reach, by: By): Promise<WholeRow[]> {
    const [key, column] = "slug" in by ? (["slug", table.slug] as const) : (["id", table.id] as const);
    return prepared(db, `${name}:${key}:${reach}:${visibilityKey(actor)}`, (on) =>
      on
        .select(wholeColumns)
        .from(table)
        .leftJoin(users, eq(users.id, table.authorId))
        .where(and(eq(column, sql.placeholder(key)), visibleTo(actor, present, reach))),
    ).execute({ now: new Date(), ...by });
  }

  /** The address that an earlier one leads to; null where it leads nowhere. */
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

  return { findRow, movedTo };
}
