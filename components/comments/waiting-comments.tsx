import { useTranslations } from "../../lib/doors/words";
import type { PublicComment } from "../../lib/features/comments/schema";
import { SiteProse } from "../site/site-prose";
import { EditLink } from "./pieces";

type Props = { comments: readonly PublicComment[]; editable: readonly number[]; url: string };

/** Comments that this browser sent and nobody else sees yet. */
export function WaitingComments({ comments, editable, url }: Props) {
  const t = useTranslations("discussion");
  if (comments.length === 0) return null;
  return (
    <section className="waiting" aria-label={t("yours")}>
      {comments.map((comment) => (
        <article key={comment.id} id={`comment-${comment.id}`}>
          <p className="meta">
            <bdi className="who">{comment.author}</bdi> · {t("waitingMark")}
          </p>
          <SiteProse html={comment.html} />
          {editable.includes(comment.id) && (
            <p className="meta">
              <EditLink url={url} page={1} id={comment.id} />
            </p>
          )}
        </article>
      ))}
    </section>
  );
}
