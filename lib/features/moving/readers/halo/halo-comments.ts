import type { CommentRecord } from "../../records";
import { inThreads } from "../threads";
import { flagOf, oneOf, otherId, textOf, timeOf } from "./halo-rows";
import type { Known } from "./halo-small";

/** The comments of one text or journal, oldest first, each after the one it replies to. */
export const commentRecords = (
  rows: readonly Known[],
  target: CommentRecord["target"],
  users: ReadonlyMap<string, string>,
): CommentRecord[] => inThreads(rows.map((known) => commentRecord(known, target, users)));

function commentRecord(
  { id, row }: Known,
  target: CommentRecord["target"],
  users: ReadonlyMap<string, string>,
): CommentRecord {
  const said = oneOf(row, "status", ["PUBLISHED", "AUDITING", "RECYCLE"]);
  const email = textOf(row, "email").trim();
  const isAdmin = flagOf(row, "isAdmin");
  return {
    kind: "comment",
    source: id,
    warnings: said === null ? [`status "${textOf(row, "status")}" is not known; it waits for approval`] : [],
    oldAddresses: [],
    target,
    parent: otherId(row, "parentId"),
    status: said ?? "AUDITING",
    user: isAdmin ? (users.get(email.toLowerCase()) ?? null) : null,
    isAdmin,
    author: textOf(row, "author"),
    email,
    authorUrl: textOf(row, "authorUrl"),
    ipAddress: textOf(row, "ipAddress"),
    userAgent: textOf(row, "userAgent"),
    createTime: timeOf(row, "createTime"),
    content: textOf(row, "content"),
  };
}
