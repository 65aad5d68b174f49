import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { PublicJournal } from "../../lib/features/journals/schema";
import { amongOthers } from "../../lib/text/html/ids-among";
import { ItalicPreload } from "./pieces/font-preloads";
import { PageForm } from "./page-form";
import { SiteProse } from "./site-prose";

/**
 * One note: its date, which links to it, its text, and a like button that works without JavaScript; `brief` is without
 * the button.
 */
export function JournalNote({ journal, alone, brief }: { journal: PublicJournal; alone?: boolean; brief?: boolean }) {
  const t = useTranslations("journalPages");
  const format = useFormatter();
  const { createTime, likes, author } = journal;
  const date = <time dateTime={createTime.toISOString()}>{format.dateTime(createTime, { dateStyle: "long" })}</time>;
  return (
    <article className="note" id={`journal-${journal.id}`}>
      <header>
        {alone ? (
          <h1>{date}</h1>
        ) : (
          <h2>
            <a href={journal.url} title={t("permalink")}>
              {date}
            </a>
          </h2>
        )}
        {author && <p className="meta">{author.nickname}</p>}
        {!brief && (
          <PageForm name="like">
            <input type="hidden" name="id" value={journal.id} />
            <button className="meta" title={t("likes", { count: likes })}>
              {t("like")} {likes > 0 && <span className="count">{likes}</span>}
            </button>
          </PageForm>
        )}
      </header>
      <ItalicPreload html={journal.content} />
      <SiteProse html={alone ? journal.content : amongOthers(journal.content, journal.id)} />
    </article>
  );
}
