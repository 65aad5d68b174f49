import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { Site } from "../../lib/features/site/schema";
import { Nav } from "./nav";

/**
 * The head of the front page. It shows the date of the newest story, since today's would be wrong in a kept page
 * tomorrow.
 */
export function FrontMasthead({ site, edition }: { site: Site; edition?: Date }) {
  const t = useTranslations("site");
  const format = useFormatter();
  return (
    <header className="masthead">
      <p className="ear">
        {edition && (
          <time dateTime={edition.toISOString()}>
            {t("edition", { date: format.dateTime(edition, { dateStyle: "long" }) })}
          </time>
        )}
      </p>
      <p className="ear about">{site.description}</p>
      <p className="ear">
        <a href="/feed.xml">{t("subscribe")}</a>
      </p>
      <h1 className="name">
        <a href="/">{site.title}</a>
      </h1>
      <Nav menu={site.menu} current="/" />
    </header>
  );
}

/** The small head of other pages; `current` is the path of its section. */
export function SmallMasthead({ site, current }: { site: Site; current?: string }) {
  return (
    <header className="masthead small">
      <a className="name" href="/">
        {site.title}
      </a>
      <Nav menu={site.menu} current={current} />
    </header>
  );
}
