import { eq, getTableColumns } from "drizzle-orm";
import type { Database } from "../../../db";
import { comments, users } from "../../../db/schema";
import { recordOfToken } from "../../services/mail/token";
import type { Comment } from "./schema";
import { targetIdOf } from "./targets";

const {
  rootId: _rootId,
  visible: _visible,
  notified: _notified,
  network: _network,
  userId: _userId,
  ...own
} = getTableColumns(comments);

/** A comment's columns for answers; read beside `users`. */
const commentColumns = { ...own, avatar: users.avatar };

export type CommentRow = Omit<
  typeof comments.$inferSelect,
  "rootId" | "visible" | "notified" | "network" | "userId"
> & { avatar: string | null };

/** A comment with all its data; the schema of each answer selects from it. */
export const shown = ({ sheetId, journalId, ...row }: CommentRow): Comment => ({
  ...row,
  postId: targetIdOf({ postId: row.postId, sheetId, journalId }),
  avatar: row.avatar ?? "",
});

/** Comments joined with their authors' accounts. */
export const selectComments = (db: Database) =>
  db.select(commentColumns).from(comments).leftJoin(users, eq(users.id, comments.userId));

/** The comment that a link in a mail names. */
export const commentOfToken = (db: Database, purpose: "unsubscribe" | "confirm replies", token: string) =>
  recordOfToken(purpose, token, async (id) => {
    const found = await db.select({ id: comments.id, email: comments.email }).from(comments).where(eq(comments.id, id));
    return found[0];
  });
