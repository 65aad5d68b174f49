import type { CommentRecord, Unread } from "../../records";
import type { LeftOut, ReadingChoices } from "../../reading";
import { commentMarkdown } from "../comment-markdown";
import { commenterOf } from "../commenter";
import { inThreads } from "../threads";
import { instantOf } from "./dates";
import { fieldOf } from "./item";
import { withParagraphs } from "./paragraphs";
import type { XmlElement } from "./xml-elements";

const field = (element: XmlElement, name: string): string => fieldOf(element, name).trim();

/** Why a comment is not taken over; null for one that is. */
export function whyLeft(
  comment: XmlElement,
  { pingbacks }: Pick<ReadingChoices, "pingbacks">,
): Pick<LeftOut, "what" | "why" | "offer"> | null {
  const type = field(comment, "wp:comment_type");
  if (field(comment, "wp:comment_approved") === "spam") return { what: "spam comments", why: "spam is not taken over" };
  if (type === "" || type === "comment") return null;
  if (type === "pingback" || type === "trackback")
    return pingbacks
      ? null
      : { what: `${type}s`, why: "--pingbacks takes them over", offer: { choice: "pingbacks", name: type } };
  return { what: `comments of the type ${type}`, why: "they belong to a plugin" };
}

const statuses: Record<string, CommentRecord["status"]> = {
  "1": "PUBLISHED",
  approve: "PUBLISHED",
  "0": "AUDITING",
  hold: "AUDITING",
  trash: "RECYCLE",
  "post-trashed": "RECYCLE",
};

type Context = {
  target: CommentRecord["target"];
  userOf: (number: string) => string | null;
  /** The instant of a time at the old site. */
  localTime: (text: string) => number | null;
  /** Numbers of comments that were met in the file. */
  seen: Set<string>;
};

function recordOf(comment: XmlElement, { target, userOf, localTime }: Context, source: string): CommentRecord {
  const warnings: string[] = [];
  const user = userOf(field(comment, "wp:comment_user_id"));
  const approved = field(comment, "wp:comment_approved");
  const status = Object.hasOwn(statuses, approved) ? statuses[approved] : undefined;
  if (!status) warnings.push(`Its state (${approved || "none"}) is not known, so it waits for moderation.`);
  const time = instantOf(field(comment, "wp:comment_date_gmt")) ?? localTime(field(comment, "wp:comment_date"));
  const parent = field(comment, "wp:comment_parent");
  return {
    kind: "comment",
    source,
    target,
    parent: parent === "" || parent === "0" || parent === source ? null : parent,
    status: status ?? "AUDITING",
    user,
    isAdmin: user !== null,
    ...commenterOf(
      {
        author: field(comment, "wp:comment_author"),
        email: field(comment, "wp:comment_author_email"),
        authorUrl: field(comment, "wp:comment_author_url"),
      },
      warnings,
    ),
    ipAddress: field(comment, "wp:comment_author_IP").slice(0, 45),
    userAgent: "",
    createTime: time === null ? null : new Date(time),
    content: commentMarkdown(
      withParagraphs(fieldOf(comment, "wp:comment_content").replace(/\r\n?/g, "\n"), { players: false }),
      warnings,
    ),
    warnings,
    oldAddresses: [],
  };
}

/** The comments of one text that are taken over, in order; doubled ones are told. */
export function commentsOf(comments: readonly XmlElement[], context: Context): (CommentRecord | Unread)[] {
  const records: CommentRecord[] = [];
  const unread: Unread[] = [];
  for (const comment of comments) {
    const id = field(comment, "wp:comment_id");
    const source = id === "" ? `${context.target.source}/${records.length + unread.length}` : id;
    const title = field(comment, "wp:comment_author");
    if (context.seen.has(source))
      unread.push({
        kind: "comment",
        source: `${source} (again, of ${context.target.source})`,
        title,
        warnings: [],
        failed: `The file has two comments with the number ${source}; this is the second.`,
      });
    else if (comment.children.some((child) => child.isTooLong))
      unread.push({ kind: "comment", source, title, warnings: [], failed: "Its text is longer than 2 MiB." });
    else records.push(recordOf(comment, context, source));
    context.seen.add(source);
  }
  return [...inThreads(records), ...unread];
}
