import { useTranslations } from "../../lib/doors/words";
import type { PublicComment } from "../../lib/features/comments/schema";
import { Prose } from "../site/prose";

/** Comments that this browser sent and nobody else sees yet. */
export function WaitingComments({ comments }: { comments: readonly PublicComment[] }) {
  const t = useTranslations("discussion");
  if (comments.length === 0) return null;
  return (
    <section className="waiting" aria-label={t("yours")}>
      {comments.map((comment) => (
        <article key={comment.id} id={`comment-${comment.id}`}>
          <p className="meta">
            <span className="who">{comment.author}</span> · {t("waitingMark")}
          </p>
          <Prose html={comment.html} />
        </article>
      ))}
    </section>
  );
}
