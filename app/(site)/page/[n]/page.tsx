import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { StoryList } from "../../../../components/site/front";
import { ListHeading } from "../../../../components/site/list-heading";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { readAsVisitor } from "../../../../lib/doors/page";
import { getSite } from "../../../../lib/features/site/queries";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { pageNumber } from "../../../../lib/text/address-parts";
import { withCovers } from "../../covers";
import { pageMetadata } from "../../page-metadata";

type Props = { params: Promise<{ n: string }> };

async function latest({ params }: Props) {
  const page = pageNumber((await params).n);
  if (page === 0) notFound();
  if (page === 1) permanentRedirect("/");
  const site = await readAsVisitor(getSite, {});
  const { items, total } = await readAsVisitor(listPublicPosts, { page, size: site.postsPerPage });
  if (items.length === 0) notFound();
  return { site, items, page, pages: pagesOf(total, site.postsPerPage) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ site, page, pages }, t, pager] = await Promise.all([
    latest(props),
    getTranslations("home"),
    getTranslations("pager"),
  ]);
  return pageMetadata({
    site,
    path: "/",
    title: pager("titled", { title: t("latest"), page }),
    paging: { page, pages },
  });
}

export default async function LatestPage(props: Props) {
  const [{ site, items, page, pages }, t, pager] = await Promise.all([
    latest(props),
    getTranslations("home"),
    getTranslations("pager"),
  ]);
  return (
    <>
      <SmallMasthead site={site} current="/" />
      <main id="main">
        <ListHeading title={t("latest")} meta={pager("page", { page, pages })} />
        <StoryList stories={await withCovers(items)} />
        <Pager base="/" page={page} pages={pages} />
      </main>
    </>
  );
}
