import { Fragment } from "react";
import { directionOf } from "../../lib/core/languages";
import { useTranslations } from "../../lib/doors/words";
import type { RelatedPost, Series } from "../../lib/features/writing/posts/schema";
import type { Translation } from "../../lib/features/writing/schema";

/** Posts on the same matters. */
export function Related({ posts }: { posts: readonly RelatedPost[] }) {
  const t = useTranslations("post");
  if (posts.length === 0) return null;
  return (
    <nav className="related" aria-labelledby="related">
      <h2 id="related" className="kicker">
        {t("related")}
      </h2>
      <ul>
        {posts.map(({ id, title, url }) => (
          <li key={id}>
            <a href={url}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The parts of a series, with the place of this one. */
export function SeriesParts({ series: { name, url, parts }, id }: { series: Series; id: number }) {
  const t = useTranslations("post");
  const at = parts.findIndex((part) => part.id === id);
  if (at < 0 || parts.length < 2) return null;
  return (
    <nav className="series" aria-label={name}>
      <p className="meta">
        {t("part", { part: at + 1, count: parts.length })} <a href={url}>{name}</a>
      </p>
      <details>
        <summary>{t("parts")}</summary>
        <ol>
          {parts.map((part) => (
            <li key={part.id}>
              {part.id === id ? <span aria-current="page">{part.title}</span> : <a href={part.url}>{part.title}</a>}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** A name of a language in that language, such as "Deutsch". */
function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** The same text in other languages. */
export function Translations({ of, id }: { of: readonly Translation[]; id: number }) {
  const t = useTranslations("post");
  const others = of.filter((each) => each.id !== id);
  if (others.length === 0) return null;
  return (
    <p className="meta translations">
      {t("translations")}{" "}
      {others.map(({ language, url }, index) => (
        <Fragment key={language}>
          {index > 0 && " · "}
          <a href={url} lang={language} hrefLang={language} dir={directionOf(language)}>
            {nameOf(language)}
          </a>
        </Fragment>
      ))}
    </p>
  );
}

/** Sends an address on without any other site; where scripts run, it can be copied and given to other programs, too. */
export function Share({ title, url }: { title: string; url: string }) {
  const t = useTranslations("post");
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <p
      className="share meta"
      data-url={url}
      data-copy={t("copyAddress")}
      data-copied={t("copied")}
      data-share={t("share")}
    >
      <a href={mail}>{t("mail")}</a>
    </p>
  );
}
