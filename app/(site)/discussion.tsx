import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { pagesOf } from "../../components/site/pager";
import { Discussion } from "../../components/comments/discussion";
import { comesFromAnotherSite, readAsVisitor } from "../../lib/doors/page";
import type { Asked } from "../../lib/doors/public-page";
import { emptyFormState } from "../../lib/doors/form-state";
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
  { query: { comments, reply, sent, comment, edit }, state }: Pick<Asked, "query" | "state">,
): Promise<ReactNode> {
  const [page, replyTo] = [number(comments) || 1, number(reply) || null];
  const [find, own] = [number(comment) || null, number(edit) || null];
  const discussion = await readAsVisitor(getDiscussion, {
    targetType: target.type,
    id: target.id,
    page,
    replyTo,
    find,
    edit: own,
  });
  const { foundOn } = discussion;
  if (find !== null && page !== foundOn)
    redirect(foundOn === null ? target.url : `${target.url}?comments=${foundOn}#comment-${find}`);
  // Numbers can be invented without end, and leading to the text costs less than a page of it. A refused form is shown
  // again whatever happened meanwhile.
  const isInvented =
    page > pagesOf(discussion.total, discussion.pageSize) ||
    (replyTo !== null && discussion.replyTo === null) ||
    (own !== null && discussion.edit === null);
  // Such a page chooses what has the focus here, and may have somebody paste and send its own words.
  const comesFromOutside = (discussion.signedInAs !== null || own !== null) && (await comesFromAnotherSite());
  if (comesFromOutside && own !== null) redirect(target.url);
  if (isInvented && state("comment") === emptyFormState && state("reword") === emptyFormState) redirect(target.url);
  return (
    <Discussion
      discussion={discussion}
      target={target}
      page={page}
      comesFromOutside={comesFromOutside}
      sent={sent === "waiting" || sent === "published" ? sent : null}
      state={state(own === null ? "comment" : "reword")}
    />
  );
}
