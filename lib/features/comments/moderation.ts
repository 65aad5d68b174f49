import { and, eq, gt, sql } from "drizzle-orm";
import { type Database, prepared } from "../../../db";
import { comments } from "../../../db/schema";
import { AppError } from "../../core/errors";
import { sameSecret, sign } from "../../core/secrets";
import type { Options } from "../../core/settings";
import { isBlocked } from "./blocks/blocked";
import type { CommentState } from "./schema";
import { type Target, targetIdOf } from "./targets";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The shortest time in which a person fills in the form, in milliseconds. */
export const SHORTEST_WRITING = 2000;

const PURPOSE = "comment-form";

/** The form's signed time, which nobody else can make. */
export function stampOf(at: Date): string {
  const time = String(at.getTime());
  return `${time}.${sign(PURPOSE, time)}`;
}

/** Whether a form came back too soon, or without its time. */
export function isHasty(stamp: string, now: Date): boolean {
  const [time = "", mark = ""] = stamp.split(".");
  return !sameSecret(sign(PURPOSE, time), mark) || now.getTime() - Number(time) < SHORTEST_WRITING;
}

/** What is known of a comment before it is stored. */
export type Incoming = {
  target: Target;
  links: number;
  network: string;
  /** What speaks for a program: `trapped` has filled in the hidden field, `hasty` has sent the form too soon. */
  suspicion: "none" | "hasty" | "trapped";
  /** Whether comments of its author are refused. */
  isRefused: boolean;
  /** Texts below which the same was said from its network lately. */
  alike: readonly Place[];
};

/**
 * Decides on the state of a comment whose author is not staff. The e-mail address counts for nothing: anybody may claim
 * one, and whether it is known must not be revealed. A blocked author gets the refusal of a text whose comments are
 * closed.
 */
export async function stateFor(
  db: Database,
  options: Options,
  { target, links, network, suspicion, isRefused, alike }: Incoming,
  now: Date,
): Promise<CommentState> {
  if (isClosed(target, options, now) || isRefused) throw closed();
  refuseRepetition(alike, target);
  if (suspicion === "trapped") return "spam";
  if (options.comment_new_need_check || suspicion === "hasty" || links > options.comment_max_links) return "waiting";
  return options.comment_first_held && !(await hasSpokenBefore(db, network)) ? "waiting" : "published";
}

/** Refuses where comments are closed, or this author's are refused. */
export async function requireOpen(
  db: Database,
  options: Options,
  target: Target,
  author: { ip: string | null; email: string },
  now: Date,
): Promise<void> {
  if (isClosed(target, options, now) || (await isBlocked(db, author))) throw closed();
}

const isClosed = (target: Target, options: Options, now: Date): boolean =>
  target.disallowComment || isOver(target, options, now);

/** Whether a text is too old for new comments. */
export const isOver = (
  { createTime }: Pick<Target, "createTime">,
  { comment_closed_after_days: days }: Options,
  now: Date,
): boolean => days > 0 && now.getTime() - createTime.getTime() > days * DAY_MS;

export const closed = () => new AppError("forbidden", "Comments are closed.");

const at = { network: sql.placeholder("network"), content: sql.placeholder("content") };

/** The text that a comment is below. */
type Place = { targetType: Target["type"]; postId: number | null; sheetId: number | null; journalId: number | null };

/** The texts below which the same was said from this network within a day. */
export function saidAlike(db: Database, network: string, content: string, now: Date): PromiseLike<Place[]> {
  const since = sql.param(sql.placeholder("since"), comments.createTime);
  return prepared(db, "comments-alike", (on) =>
    on
      .select({
        targetType: comments.targetType,
        postId: comments.postId,
        sheetId: comments.sheetId,
        journalId: comments.journalId,
      })
      .from(comments)
      .where(and(eq(comments.network, at.network), gt(comments.createTime, since), eq(comments.content, at.content)))
      .limit(100),
  ).execute({ network, content, since: new Date(now.getTime() - DAY_MS) });
}

/** Refuses the same below the same text: it is a second click, or a program. */
function refuseRepetition(alike: readonly Place[], target: Target): void {
  if (!alike.some((row) => row.targetType === target.type && targetIdOf(row) === target.id)) return;
  const message = "You have already said this here.";
  throw new AppError("conflict", message, { errors: [{ field: "content", code: "duplicate", message }] });
}

/** Whether a comment from this network was approved before. */
async function hasSpokenBefore(db: Database, network: string): Promise<boolean> {
  const rows = await prepared(db, "comments-approved", (on) =>
    on
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.network, at.network), eq(comments.status, "PUBLISHED")))
      .limit(1),
  ).execute({ network });
  return rows.length > 0;
}
