import { getTranslations } from "../../../lib/doors/words";
import { LinkList } from "../../../components/site/link-list";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { readAsVisitor } from "../../../lib/doors/page";
import { listPublicLinks } from "../../../lib/features/links/queries";
import { coversAt } from "../covers";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** The links with the data of their logos. */
async function linksWithLogos() {
  const { items: links } = await readAsVisitor(listPublicLinks, {});
  const logos = await coversAt(links.map(({ logo }) => logo));
  return links.map((link, index) => ({ ...link, cover: logos[index] ?? null }));
}

export const { GET } = sitePage(async (_asked, site) => {
  const [links, t, home] = await Promise.all([
    linksWithLogos(),
    getTranslations("linkPages"),
    getTranslations("missing"),
  ]);
  const facts = pageFacts({ site, path: "/links", title: t("title"), description: t("about", { site: site.title }) });
  const body = (
    <>
      <SmallMasthead site={site} current="/links" />
      <main id="main">
        <ListHeading title={t("title")} />
        {links.length > 0 ? (
          <LinkList links={links} />
        ) : (
          <Notice title={t("emptyTitle")} action={{ href: "/", label: home("action") }} />
        )}
      </main>
    </>
  );
  return { facts, body };
});
