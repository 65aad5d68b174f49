import { useTranslations } from "../../lib/i18n/words";

type Neighbour = { title: string; url: string } | null;

/** The stories before and after this one. */
export function Neighbours({ previous, next }: { previous: Neighbour; next: Neighbour }) {
  const t = useTranslations("post");
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label={t("neighbours")}>
      {previous && (
        <a rel="prev" href={previous.url}>
          <span className="meta">← {t("previous")}</span>
          {previous.title}
        </a>
      )}
      {next && (
        <a className="next" rel="next" href={next.url}>
          <span className="meta">{t("next")} →</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}
