import { commentFromHtml } from "../../../text/markdown/comment-from-html";

/** The longest comment that is stored, in characters. */
const MAX_COMMENT = 65_536;

/** A comment's HTML in the small Markdown of comments, cut where it is longer than any may be. */
export function commentMarkdown(html: string, warnings: string[]): string {
  const markdown = commentFromHtml(html);
  if (markdown.length <= MAX_COMMENT) return markdown;
  warnings.push(`It was longer than ${MAX_COMMENT} characters, and the rest was cut.`);
  return markdown.slice(0, MAX_COMMENT - 1).toWellFormed();
}
