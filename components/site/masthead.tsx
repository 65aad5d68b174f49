import { useFormatter, useTranslations } from "../../lib/doors/words";
import type { Site } from "../../lib/features/site/schema";
import { Logo, type Logos } from "./logo";
import { Nav } from "./nav";

type Shown = Site & { logos: Logos };

/**
 * The head of the front page. It shows the date of the newest story, since today's would be wrong in a kept page
 * tomorrow.
 */
export function FrontMasthead({ site, edition }: { site: Shown; edition?: Date }) {
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
        <a href="/">
          <Logo of={site.logos} name={site.title} />
        </a>
      </h1>
      <Nav menu={site.menu} current="/" />
    </header>
  );
}

/** The small head of other pages; `current` is the path of its section. */
export function SmallMasthead({ site, current }: { site: Shown; current?: string }) {
  return (
    <header className="masthead small">
      <a className="name" href="/">
        <Logo of={site.logos} name={site.title} />
      </a>
      <Nav menu={site.menu} current={current} />
    </header>
  );
}
