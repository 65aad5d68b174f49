import type { CommentRecord, Unread } from "../../records";
import { commentMarkdown } from "../comment-markdown";
import { commenterOf } from "../commenter";
import { inThreads } from "../threads";
import { Row } from "./row";

export const isDeleted = (row: Row): boolean => row.text("status") === "deleted";

/** The comments of one text, in order. `members` are the rows of those who wrote them, by id. */
export function ghostComments(
  rows: readonly Row[],
  target: CommentRecord["target"],
  members: ReadonlyMap<string, Row>,
  seen: Set<string>,
): (CommentRecord | Unread)[] {
  const records: CommentRecord[] = [];
  const unread: Unread[] = [];
  for (const row of rows) {
    const source = row.text("id");
    const member = members.get(row.text("member_id")) ?? new Row(null);
    if (source === "" || seen.has(source)) {
      const failed = source === "" ? "It has no id." : `The file has two comments with the id ${source}.`;
      const again = `${source} (again, of ${target.source}, ${records.length + unread.length})`;
      unread.push({ kind: "comment", source: again, title: member.text("name"), warnings: [], failed });
      continue;
    }
    seen.add(source);
    const warnings: string[] = [];
    const status = row.text("status");
    if (!["published", "hidden"].includes(status))
      warnings.push(`Its state (${status || "none"}) is not known, so it waits for moderation.`);
    const parent = row.text("in_reply_to_id") || row.text("parent_id");
    records.push({
      kind: "comment",
      source,
      target,
      parent: parent === "" || parent === source ? null : parent,
      status: status === "published" ? "PUBLISHED" : "AUDITING",
      user: null,
      isAdmin: false,
      ...commenterOf({ author: member.text("name"), email: member.text("email"), authorUrl: "" }, warnings),
      ipAddress: "",
      userAgent: "",
      createTime: row.date("created_at"),
      content: commentMarkdown(row.text("html"), warnings),
      warnings,
      oldAddresses: [],
    });
  }
  return [...inThreads(records), ...unread];
}
