import { and, asc, eq, gt, inArray, ne, or } from "drizzle-orm";
import type { Database } from "../../../db";
import { comments } from "../../../db/schema";
import type { Actor } from "../../core/access";
import { sameSecret, sign } from "../../core/secrets";
import { selectComments, shown } from "./rows";
import { type Comment, MAY_EDIT_MS, type TargetType } from "./schema";
import { columnOf } from "./targets";

const PURPOSE = "own comment";
/** The most proofs that are read; more are invented. */
const MOST_PROOFS = 20;

/** A signed proof that this browser sent a comment. */
export const ownProofOf = (commentId: number): string => `${commentId}.${sign(PURPOSE, String(commentId))}`;

function idIn(proof: string): number[] {
  const [id = "", mark = ""] = proof.split(".");
  return sameSecret(sign(PURPOSE, id), mark) ? [Number(id)] : [];
}

/** Comments on a text that this browser sent and that wait for approval. */
export async function waitingOf(db: Database, actor: Actor, type: TargetType, targetId: number): Promise<Comment[]> {
  const ids = actor.ownComments.slice(0, MOST_PROOFS).flatMap(idIn);
  if (ids.length === 0) return [];
  const waiting = and(inArray(comments.id, ids), eq(columnOf[type], targetId), eq(comments.status, "AUDITING"));
  return (await selectComments(db).where(waiting).orderBy(asc(comments.id))).map(shown);
}

/** Comments of this browser or account whose words may still be changed. */
export async function editableBy(db: Database, actor: Actor, now: Date, only?: number) {
  const ids = actor.ownComments.slice(0, MOST_PROOFS).flatMap(idIn);
  const mine = or(
    ids.length > 0 ? inArray(comments.id, ids) : undefined,
    actor.id !== null ? eq(comments.userId, actor.id) : undefined,
  );
  if (!mine) return [];
  return db
    .select()
    .from(comments)
    .where(
      and(
        mine,
        only === undefined ? undefined : eq(comments.id, only),
        ne(comments.status, "RECYCLE"),
        gt(comments.createTime, new Date(now.getTime() - MAY_EDIT_MS)),
      ),
    )
    .limit(MOST_PROOFS);
}
