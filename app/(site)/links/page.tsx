import type { Metadata } from "next";
import { getTranslations } from "../../../lib/doors/words";
import { LinkList } from "../../../components/site/link-list";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { readAsVisitor } from "../../../lib/doors/page";
import { listPublicLinks } from "../../../lib/features/links/queries";
import { getSite } from "../../../lib/features/site/queries";
import { coversAt } from "../covers";
import { pageMetadata } from "../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("linkPages")]);
  return pageMetadata({ site, path: "/links", title: t("title"), description: t("about", { site: site.title }) });
}

/** The links with the data of their logos. */
async function linksWithLogos() {
  const links = await readAsVisitor(listPublicLinks, {});
  const logos = await coversAt(links.map(({ logo }) => logo));
  return links.map((link, index) => ({ ...link, cover: logos[index] ?? null }));
}

export default async function LinksPage() {
  const [site, links, t, home] = await Promise.all([
    readAsVisitor(getSite, {}),
    linksWithLogos(),
    getTranslations("linkPages"),
    getTranslations("missing"),
  ]);
  return (
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
}
