import type { Metadata } from "next";
import { getTranslations } from "../../lib/doors/words";
import { Front } from "../../components/site/front";
import { JsonScript } from "../../components/site/json-script";
import { FrontMasthead } from "../../components/site/masthead";
import { Notice } from "../../components/site/notice";
import { Pager, pagesOf } from "../../components/site/pager";
import { siteData } from "../../components/site/structured-data";
import { readAsVisitor } from "../../lib/doors/page";
import { getSite } from "../../lib/features/site/queries";
import { listPublicPosts } from "../../lib/features/writing/posts/queries";
import { withCovers } from "./covers";
import { pageMetadata } from "./page-metadata";

async function latest() {
  const site = await readAsVisitor(getSite, {});
  const { items, total } = await readAsVisitor(listPublicPosts, { page: 1, size: site.postsPerPage });
  return { site, items, pages: pagesOf(total, site.postsPerPage) };
}

export async function generateMetadata(): Promise<Metadata> {
  const { site, pages } = await latest();
  return pageMetadata({ site, path: "/", paging: { page: 1, pages }, hidden: !site.installed });
}

export default async function HomePage() {
  const [{ site, items, pages }, t, words] = await Promise.all([
    latest(),
    getTranslations("home"),
    getTranslations("site"),
  ]);
  const newest = items.map((story) => story.createTime).reduce((a, b) => (a > b ? a : b), new Date(0));
  return (
    <>
      <FrontMasthead site={site} edition={items.length > 0 ? newest : undefined} />
      <main id="main">
        <Front stories={await withCovers(items)} />
        <Pager base="/" page={1} pages={pages} />
        {!site.installed && (
          <Notice title={t("setUpTitle")} text={t("setUpText")} action={{ href: "/setup", label: t("setUpAction") }} />
        )}
        {site.installed && items.length === 0 && (
          <Notice title={t("emptyTitle")} action={{ href: "/feed.xml", label: words("subscribe") }} />
        )}
      </main>
      <JsonScript type="application/ld+json" data={siteData(site)} />
    </>
  );
}
