import { useTranslations } from "../../lib/doors/words";
import type { Discussion as Comments, TargetType } from "../../lib/features/comments/schema";
import type { FormState } from "../../lib/doors/form-state";
import { pagesOf } from "../site/pager";
import { CommentForm, RewordForm } from "./comment-form";
import { CommentTree } from "./comment-tree";
import { WaitingComments } from "./waiting-comments";

type Props = {
  discussion: Comments;
  target: { type: TargetType; id: number; url: string };
  page: number;
  /** Whether another site has led somebody here who is signed in. */
  comesFromOutside: boolean;
  /** What happened to a comment just sent. */
  sent: "waiting" | "published" | null;
  /** The state of the form after a refused comment. */
  state: FormState;
};

/** The comments below a text, and the form. */
export function Discussion({ discussion, target, page, comesFromOutside, sent, state }: Props) {
  const t = useTranslations("discussion");
  const { items, count, total, pageSize, open, replyTo, waiting, signedInAs, stamp, editable, edit } = discussion;
  if (!open && count === 0 && waiting.length === 0) return null;
  const pages = pagesOf(total, pageSize);
  const at = (number: number) => `${target.url}${number > 1 ? `?comments=${number}` : ""}#comments`;
  return (
    <section className="discussion" id="comments" aria-labelledby="comments-heading">
      <h2 id="comments-heading">{t("count", { count })}</h2>
      <CommentTree comments={items} url={target.url} page={page} open={open} editable={editable} />
      {pages > 1 && (
        <nav className="pager" aria-label={t("pages")}>
          {page > 1 && (
            <a rel="prev" href={at(page - 1)}>
              ← {t("earlier")}
            </a>
          )}
          <span className="meta">{t("page", { page, pages })}</span>
          {page < pages && (
            <a rel="next" href={at(page + 1)}>
              {t("later")} →
            </a>
          )}
        </nav>
      )}
      {!open && <WaitingComments comments={waiting} editable={editable} url={target.url} />}
      {!open && <p className="meta">{t("closed")}</p>}
      {edit && (
        <div id="write">
          <h2>{t("editTitle")}</h2>
          <p className="meta">
            <a href={`${target.url}#write`}>{t("noReply")}</a>
          </p>
          <RewordForm state={state} id={edit.id} content={edit.content} back={target.url} />
        </div>
      )}
      {open && comesFromOutside && (
        <div id="write">
          <p>
            <a href={`${target.url}?write#write`}>{t("write")}</a>
          </p>
          <WaitingComments comments={waiting} editable={editable} url={target.url} />
        </div>
      )}
      {open && !edit && !comesFromOutside && (
        <div id="write">
          <h2>{replyTo ? t("replyTo", { author: replyTo.author }) : t("write")}</h2>
          <p className="meta" hidden={!replyTo}>
            <a href={`${target.url}#write`} data-no-reply="">
              {t("noReply")}
            </a>
          </p>
          {sent && (
            <p className="sent" role="status">
              {t(sent)}
            </p>
          )}
          <WaitingComments comments={waiting} editable={editable} url={target.url} />
          <CommentForm
            state={state}
            hidden={{
              targetType: target.type,
              postId: String(target.id),
              back: target.url,
              stamp,
              ...(replyTo && { parentId: String(replyTo.id) }),
              ...(signedInAs !== null && { author: signedInAs }),
            }}
            signedInAs={signedInAs}
          />
        </div>
      )}
    </section>
  );
}
