import { eq } from "drizzle-orm";
import type { Database } from "../../../db";
import { comments } from "../../../db/schema";
import { notFound } from "../../core/errors";
import { sameSecret, sign } from "../../core/secrets";

/** What a link in a mail about a comment may be used for. */
type Purpose = "unsubscribe" | "confirm replies";
type Comment = { id: number; email: string };

const markOf = (purpose: Purpose, { id, email }: Comment) => sign(purpose, `${id}:${email}`);

/** Names a comment in a link of a mail; its signature proves that the link was mailed to the comment's address. */
export const mailToken = (purpose: Purpose, comment: Comment): string => `${comment.id}.${markOf(purpose, comment)}`;

/** The comment that a token names; refuses with `not_found` where it was made for nothing of the kind. */
export async function commentOfToken(db: Database, purpose: Purpose, token: string): Promise<Comment> {
  const [, id = "", mark = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  const [row] = await db
    .select({ id: comments.id, email: comments.email })
    .from(comments)
    .where(eq(comments.id, Number(id)));
  if (!row || !sameSecret(markOf(purpose, row), mark)) throw notFound();
  return row;
}
