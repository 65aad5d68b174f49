import type { FormState } from "../../lib/doors/form-state";
import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { QueuedComment } from "../../lib/features/comments/queue/schema";
import { PageForm } from "./page-form";
import { SiteProse } from "./site-prose";

/** What a page shows to those who write the site. */
export type OwnFacts = {
  /** The text that the page shows, where they may edit it, and what keeps others from it. */
  text: { edit: string; state: "private" | "locked" | null; inProgress: boolean } | null;
  path: string;
  /** Comments that wait on the whole site; null for those who do not decide on them. */
  waiting: number | null;
  /** Those that wait below this text. */
  here: readonly Pick<QueuedComment, "id" | "author" | "html" | "createTime" | "updateTime">[];
  /** What became of a decision just sent. */
  state: FormState;
};

function Waiting({ comment, path }: { comment: OwnFacts["here"][number]; path: string }) {
  const t = useTranslations("ownBar");
  const format = useFormatter();
  return (
    <li>
      <p className="meta">
        <bdi className="who">{comment.author}</bdi>
        {" · "}
        <time data-ago="" dateTime={comment.createTime.toISOString()}>
          {format.dateTime(comment.createTime, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </p>
      <SiteProse html={comment.html} />
      <PageForm name="decide">
        <input type="hidden" name="commentId" value={comment.id} />
        <input type="hidden" name="seen" value={comment.updateTime.toISOString()} />
        <input type="hidden" name="back" value={path} />
        <label>
          <span>{t("answer", { author: comment.author })}</span>
          <textarea name="content" rows={2} maxLength={1023} />
        </label>
        <p>
          <button className="button" name="state" value="published">
            {t("approve")}
          </button>
          <button name="state" value="bin">
            {t("bin")}
          </button>
          <button name="state" value="spam">
            {t("spam")}
          </button>
        </p>
      </PageForm>
    </li>
  );
}

/** Stands above the pages of those who write the site, and of nobody else. */
export function OwnBar({ own: { text, path, waiting, here, state } }: { own: OwnFacts }) {
  const t = useTranslations("ownBar");
  return (
    <aside className="own" aria-label={t("label")}>
      {/* oxlint-disable-next-line nextjs/no-css-tags -- only these pages fetch it */}
      <link rel="stylesheet" href="/own.css" />
      <p>
        {text && <a href={text.edit}>{t("edit")}</a>}
        <a href="/admin">{t("dashboard")}</a>
        {waiting !== null && waiting > 0 && <a href="/admin/comments">{t("waiting", { count: waiting })}</a>}
        {text?.state && <strong>{t(text.state)}</strong>}
        {text?.inProgress && <strong>{t("inProgress")}</strong>}
      </p>
      {state.message && <p role="alert">{t("failed")}</p>}
      {here.length > 0 && (
        <details open>
          <summary>{t("here", { count: here.length })}</summary>
          <ul>
            {here.map((comment) => (
              <Waiting key={comment.id} comment={comment} path={path} />
            ))}
          </ul>
        </details>
      )}
    </aside>
  );
}
