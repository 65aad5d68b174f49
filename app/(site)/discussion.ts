import { pageNumber } from "../../lib/text/address-parts";

/** The query of a page with comments: which page of them, which one to reply to, what happened to one just sent. */
export function discussionAt(query: Record<string, string | string[] | undefined>) {
  const { comments, reply, sent } = query;
  const number = (given: string | string[] | undefined) => (typeof given === "string" ? pageNumber(given) : 0);
  return {
    page: number(comments) || 1,
    replyTo: number(reply) || null,
    sent: sent === "waiting" || sent === "published" ? sent : null,
  } as const;
}
