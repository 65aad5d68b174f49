import { useTranslations } from "../../lib/i18n/words";
import type { PublicPost } from "../../lib/posts/schema";

const ENOUGH = 3;

/** The table of contents of a long text. */
export function Contents({ toc = [] }: Pick<PublicPost, "toc">) {
  const t = useTranslations("post");
  const entries = toc.filter((entry) => entry.depth === 2 || entry.depth === 3);
  if (entries.length < ENOUGH) return null;
  return (
    <details className="contents">
      <summary>{t("contents")}</summary>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id} className={entry.depth === 3 ? "deep" : undefined}>
            <a href={`#${encodeURIComponent(entry.id)}`}>{entry.text}</a>
          </li>
        ))}
      </ol>
    </details>
  );
}
