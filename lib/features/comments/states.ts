import { and, eq, type SQL } from "drizzle-orm";
import { comments } from "../../../db/schema";
import type { CommentState, CommentStatus } from "./schema";

/** What a comment's row holds for each state; only comments in the recycle bin are spam. */
const columnsIn: Record<CommentState, { status: CommentStatus; spam: boolean }> = {
  waiting: { status: "AUDITING", spam: false },
  published: { status: "PUBLISHED", spam: false },
  bin: { status: "RECYCLE", spam: false },
  spam: { status: "RECYCLE", spam: true },
};

/** The columns of a state. */
export const columnsOf = (state: CommentState) => columnsIn[state];

/** The condition that a comment is in a state. */
export const isIn = (state: CommentState): SQL | undefined =>
  and(eq(comments.status, columnsIn[state].status), eq(comments.spam, columnsIn[state].spam));

/** A row's state. */
export const stateOf = ({ status, spam }: { status: CommentStatus; spam: boolean }): CommentState =>
  status === "AUDITING" ? "waiting" : status === "PUBLISHED" ? "published" : spam ? "spam" : "bin";

/** The state after a change of the status alone: a comment that stays in the bin stays what it is there. */
export const stateAfter = (row: { status: CommentStatus; spam: boolean }, status: CommentStatus): CommentState =>
  stateOf({ status, spam: row.status === "RECYCLE" && row.spam });
