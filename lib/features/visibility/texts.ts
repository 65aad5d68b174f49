import { and, eq, lte, ne, or, type Param, type SQL, sql } from "drizzle-orm";
import { every, none, rowByRow } from "../../../db/expressions";
import { posts } from "../../../db/schema";
import { isUnlocked, type Lock } from "./locks";
import { type Actor, can } from "../../core/access";

/**
 * Where a post, sheet or journal is read. `list`: everything that shows several or counts them (pages, feeds, sitemap,
 * search, neighbours, archives), the same for everyone. `address`: one of them, by its address. `around`: what is told
 * of other records by this one's date, tags and title, which of a private one no form for a password shows.
 * `dashboard`: where it is edited.
 */
export type Reach = "list" | "address" | "around" | "dashboard";

/** A placeholder for the present time in prepared queries; pass `now` when executing. */
export const present: Param = sql.param(sql.placeholder("now"), posts.createTime);

/** The condition of every reader of one such table: a record that this actor may not see is not found. */
export const visibilityOf =
  (table: typeof posts) =>
  (actor: Actor, now: Date | Param, reach: Reach): SQL => {
    const own = actor.id === null ? none : eq(table.authorId, actor.id);
    if (reach === "dashboard") return can(actor, "edit every post") ? every : can(actor, "write posts") ? own : none;

    // Nearly all records are due, so `rowByRow` keeps the engine from choosing an index for this condition.
    const due = rowByRow(lte(table.createTime, now)) ?? none;
    const published = and(eq(table.status, "PUBLISHED"), due) ?? none;
    if (reach === "list") return published;

    const intimate = eq(table.status, "INTIMATE");
    const behindForm = and(intimate, ne(table.password, ""), due);
    const mine = can(actor, "edit every post") ? intimate : can(actor, "write posts") ? and(intimate, own) : none;
    return or(published, reach === "address" ? behindForm : undefined, mine) ?? none;
  };

/** Tells actors apart for whom the condition differs; part of a prepared query's name. */
export const visibilityKey = (actor: Actor): string =>
  can(actor, "edit every post") ? "all" : can(actor, "write posts") ? `own:${actor.id}` : "public";

/** Whether a password keeps this caller from the text. */
export const isLockedFor = (actor: Actor, text: { authorId: number | null }, locks: readonly Lock[]): boolean =>
  locks.length > 0 &&
  !can(actor, "edit every post") &&
  !(can(actor, "write posts") && text.authorId === actor.id) &&
  !isUnlocked(locks, actor);
