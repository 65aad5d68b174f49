import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { CommentNode } from "../../lib/features/comments/schema";
import { SiteProse } from "../site/site-prose";
import { EditLink, Face } from "./pieces";

type Props = {
  comments: readonly CommentNode[];
  url: string;
  page: number;
  open: boolean;
  /** Those that this browser may still change. */
  editable: readonly number[];
};

/** An author's address, if it is one. */
const isLinked = (url: string) => /^https?:\/\//i.test(url);

/** Comments with their replies. */
export function CommentTree({ comments, url, page, open, editable }: Props) {
  const t = useTranslations("discussion");
  const format = useFormatter();
  if (comments.length === 0) return null;
  return (
    <ol className="thread">
      {comments.map((comment) => (
        <li key={comment.id} id={`comment-${comment.id}`}>
          <article>
            <Face name={comment.author} avatar={comment.avatar} />
            <p className="meta">
              {isLinked(comment.authorUrl) ? (
                <a className="who" dir="auto" href={comment.authorUrl} rel="nofollow ugc noopener">
                  {comment.author}
                </a>
              ) : (
                <bdi className="who">{comment.author}</bdi>
              )}
              {comment.isAdmin && <span className="staff"> {t("staff")}</span>}
              {" · "}
              <a href={`#comment-${comment.id}`}>
                <time data-ago="" dateTime={comment.createTime.toISOString()}>
                  {format.dateTime(comment.createTime, { dateStyle: "medium", timeStyle: "short" })}
                </time>
              </a>
            </p>
            <SiteProse html={comment.html} />
            {(open || editable.includes(comment.id)) && (
              <p className="meta">
                {editable.includes(comment.id) && <EditLink url={url} page={page} id={comment.id} />}
                {open && (
                  <a
                    href={`${url}?${page > 1 ? `comments=${page}&` : ""}reply=${comment.id}#write`}
                    rel="nofollow"
                    data-reply={comment.id}
                    aria-label={t("replyTo", { author: comment.author })}
                  >
                    {t("reply")}
                  </a>
                )}
              </p>
            )}
          </article>
          <CommentTree comments={comment.children} url={url} page={page} open={open} editable={editable} />
        </li>
      ))}
    </ol>
  );
}
