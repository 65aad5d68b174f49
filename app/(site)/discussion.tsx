import type { ReactNode } from "react";
import { Discussion } from "../../components/comments/discussion";
import { readAsVisitor } from "../../lib/doors/page";
import type { Asked } from "../../lib/doors/public-page";
import { getDiscussion } from "../../lib/features/comments/queries";
import type { TargetType } from "../../lib/features/comments/schema";
import { pageNumber } from "../../lib/text/address-parts";

const number = (given: string | string[] | undefined) => (typeof given === "string" ? pageNumber(given) : 0);

/**
 * The comments below a text, with their form. The query of the page says which comments to show, which one to reply to,
 * and what happened to one just sent.
 */
export async function discussionBelow(
  target: { type: TargetType; id: number; url: string },
  { query: { comments, reply, sent }, state }: Pick<Asked, "query" | "state">,
): Promise<ReactNode> {
  const page = number(comments) || 1;
  const discussion = await readAsVisitor(getDiscussion, {
    targetType: target.type,
    id: target.id,
    page,
    replyTo: number(reply) || null,
  });
  return (
    <Discussion
      discussion={discussion}
      target={target}
      page={page}
      sent={sent === "waiting" || sent === "published" ? sent : null}
      state={state("comment")}
    />
  );
}
