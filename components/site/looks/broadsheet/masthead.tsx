import { useFormatter, useTranslations } from "../../../../lib/doors/words";
import { Nav } from "../../pieces/nav";
import { type FrontMastheadProps, SiteName } from "../../pieces/site-name";

/**
 * The head of a newspaper. It shows the date of the newest story, since today's would be wrong in a kept page
 * tomorrow.
 */
export function NewspaperMasthead({ site, edition }: FrontMastheadProps) {
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
      <SiteName site={site} />
      <Nav menu={site.menu} current="/" />
    </header>
  );
}
