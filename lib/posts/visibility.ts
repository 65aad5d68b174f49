import { and, eq, lte, ne, or, type Param, type SQL, sql } from "drizzle-orm";
import { posts } from "../../db/schema";
import { type Actor, can } from "../core/access";
import { type Lock, isUnlocked } from "../content/locks";
import type { CategoryTree } from "../categories/tree";

/**
 * Where a post is looked for. `list`: everything that shows more than one post, or counts them
 * (pages, feeds, sitemap, search, neighbours, archives), the same for everyone. `address`: one post,
 * by somebody who knows where it is. `dashboard`: where posts are worked on.
 */
export type Reach = "list" | "address" | "dashboard";

/** A stand-in for the present moment in prepared queries; give `now` when executing. */
export const present: Param = sql.param(sql.placeholder("now"), posts.createTime);

/** The condition that every reader of posts goes through: what is not for this actor is not found. */
export function visibleTo(actor: Actor, now: Date | Param, reach: Reach): SQL {
  const nobody = sql`1 = 0`;
  const own = actor.id === null ? nobody : eq(posts.authorId, actor.id);
  if (reach === "dashboard") return can(actor, "edit every post") ? sql`1 = 1` : can(actor, "write posts") ? own : nobody;

  const due = lte(posts.createTime, now);
  const published = and(eq(posts.status, "PUBLISHED"), due) ?? nobody;
  if (reach === "list") return published;

  const intimate = eq(posts.status, "INTIMATE");
  const behindForm = and(intimate, ne(posts.password, ""), due);
  const mine = can(actor, "edit every post") ? intimate : can(actor, "write posts") ? and(intimate, own) : nobody;
  return or(published, behindForm, mine) ?? nobody;
}

/** What tells apart two actors to whom `visibleTo` answers differently; part of a prepared query's name. */
export const visibilityKey = (actor: Actor): string => (can(actor, "edit every post") ? "all" : can(actor, "write posts") ? `own:${actor.id}` : "public");

/** The passwords before a post: its own alone where it has one, otherwise those of its categories and the ones above them. */
export const locksOf = (post: { id: number; password: string; categoryIds: readonly number[] }, tree: CategoryTree): Lock[] =>
  post.password === "" ? tree.locksOf(post.categoryIds) : [{ kind: "post", id: post.id, password: post.password }];

/** Whether a password keeps this caller from the text. */
export const isLockedFor = (actor: Actor, post: { authorId: number | null }, locks: readonly Lock[]): boolean =>
  locks.length > 0 && !can(actor, "edit every post") && !(can(actor, "write posts") && post.authorId === actor.id) && !isUnlocked(locks, actor);
