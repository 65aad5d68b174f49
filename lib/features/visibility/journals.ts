import { and, eq, or, type SQL } from "drizzle-orm";
import { every, none } from "../../../db/expressions";
import { journals } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import type { Reach } from "./texts";

/** The condition that every reader of journals goes through: what is not for this actor is not found. */
export function visibleTo(actor: Actor, reach: Reach): SQL {
  const open = eq(journals.type, "PUBLIC");
  // A list shows the same to everyone, its own author included.
  if (reach === "list") return open;
  const mayAll = can(actor, "edit every post");
  const own = actor.id !== null && can(actor, "write journals") ? eq(journals.authorId, actor.id) : none;
  if (reach === "dashboard") return mayAll ? every : own;
  return or(open, mayAll ? eq(journals.type, "INTIMATE") : and(eq(journals.type, "INTIMATE"), own)) ?? none;
}
