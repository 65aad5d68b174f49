import { getFormatter, getTranslations } from "next-intl/server";
import type { PublicJournal } from "../../lib/journals/schema";
import { Prose } from "./prose";

/** One note: its date, which leads to it, and its text. */
export async function JournalNote({ journal, alone }: { journal: PublicJournal; alone?: boolean }) {
  const [t, format] = await Promise.all([getTranslations("journalPages"), getFormatter()]);
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
        {likes > 0 && <p className="meta">{t("likes", { count: likes })}</p>}
      </header>
      <Prose html={journal.content} />
    </article>
  );
}
