import { parts } from "../../exports/columns";
import type { CommentRecord } from "../../records";
import type { Line } from "./lines";
import { common, key, Fields, valuesOf } from "./values";

const targets = { POST: "post", SHEET: "sheet", JOURNAL: "journal" } as const;

/** A comment below a record, whose lines are asked for by its number. */
export function comment(line: Line, target: CommentRecord["target"]): CommentRecord {
  const { values, warnings } = valuesOf(parts.comments, line);
  const fields = new Fields(values);
  const status = fields.text("status");
  const isKnown = status === "PUBLISHED" || status === "AUDITING" || status === "RECYCLE";
  if (!isKnown) warnings.push(`its status "${status.slice(0, 50)}" is not known here; it waits`);
  return {
    kind: "comment",
    ...common(fields, warnings),
    target,
    parent: fields.ref("parentId"),
    status: isKnown ? status : "AUDITING",
    user: fields.ref("userId"),
    isAdmin: fields.flag("isAdmin"),
    author: fields.text("author"),
    email: fields.text("email"),
    authorUrl: fields.text("authorUrl"),
    ipAddress: fields.text("ipAddress"),
    userAgent: fields.text("userAgent"),
    createTime: fields.date("createTime"),
    content: fields.text("content"),
    exported: {
      columns: fields.columnsBut(
        "targetType",
        "postId",
        "sheetId",
        "journalId",
        "parentId",
        "status",
        "userId",
        "isAdmin",
        "authorUrl",
        "ipAddress",
        "userAgent",
      ),
      references: { parentId: key("comment", fields.ref("parentId")) },
    },
  };
}

export const targetOf = (line: Line): string =>
  new Map<unknown, string>(Object.entries(targets)).get(line.targetType) ?? "";
