import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { journals } from "../../../db/schema";
import { type Actor, can } from "../../core/access";

/** Where a journal is looked for: among others, alone by its number, or where it is worked on. */
export type Reach = "list" | "address" | "dashboard";

/** The condition that every reader of journals goes through: what is not for this actor is not found. */
export function visibleTo(actor: Actor, reach: Reach): SQL {
  const nobody = sql`1 = 0`;
  const open = eq(journals.type, "PUBLIC");
  // A list shows the same to everyone, its own author included.
  if (reach === "list") return open;
  const every = can(actor, "edit every post");
  const own = actor.id !== null && can(actor, "write journals") ? eq(journals.authorId, actor.id) : nobody;
  if (reach === "dashboard") return every ? sql`1 = 1` : own;
  return or(open, every ? eq(journals.type, "INTIMATE") : and(eq(journals.type, "INTIMATE"), own)) ?? nobody;
}
