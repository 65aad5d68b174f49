import { pageNumber } from "../../lib/doors/address-parts";

/** What a page's query says about the comments on it: which page of them, whom to answer, what came of one just sent. */
export function discussionAt(query: Record<string, string | string[] | undefined>) {
  const { comments, reply, sent } = query;
  const number = (given: string | string[] | undefined) => (typeof given === "string" ? pageNumber(given) : 0);
  return {
    page: number(comments) || 1,
    replyTo: number(reply) || null,
    sent: sent === "waiting" || sent === "published" ? sent : null,
  } as const;
}
