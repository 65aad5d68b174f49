import { and, eq, or, type SQL } from "drizzle-orm";
import { every, none } from "../../../db/expressions";
import { journals } from "../../../db/schema";
import { type Actor, can } from "../../core/access";
import type { Reach } from "./texts";

const mayAllOf = (actor: Actor): boolean => can(actor, "edit every post");
const hasOwn = (actor: Actor): actor is Actor & { id: number } => actor.id !== null && can(actor, "write journals");

/** Tells actors apart for whom the condition differs; part of a prepared query's name. Readers may be any number. */
export const visibilityKey = (actor: Actor): string =>
  mayAllOf(actor) ? "all" : hasOwn(actor) ? `own:${actor.id}` : "public";

/** The condition of every reader of journals: one that this actor may not see is not found. */
export function visibleTo(actor: Actor, reach: Reach): SQL {
  const open = eq(journals.type, "PUBLIC");
  // A list is the same for everyone, its author included.
  if (reach === "list") return open;
  const mayAll = mayAllOf(actor);
  const own = hasOwn(actor) ? eq(journals.authorId, actor.id) : none;
  if (reach === "dashboard") return mayAll ? every : own;
  return or(open, mayAll ? eq(journals.type, "INTIMATE") : and(eq(journals.type, "INTIMATE"), own)) ?? none;
}
