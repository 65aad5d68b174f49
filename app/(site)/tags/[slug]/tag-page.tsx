import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { StoryList } from "../../../../components/site/home-page";
import { PageData } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { TagHeading } from "../../../../components/site/tag-list";
import { breadcrumbData, listingData } from "../../../../components/site/structured-data";
import { readAsVisitor } from "../../../../lib/doors/page";
import type { ShownSite } from "../../logos";
import type { Tag } from "../../../../lib/features/taxonomy/tags/schema";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { socialImage, withCovers } from "../../covers";
import { pageFacts } from "../../page-facts";
import type { SitePage } from "../../site-page";

/** A page of the stories with a tag. */
export async function tagPage(site: ShownSite, tag: Tag, page: number): Promise<SitePage> {
  const { items, total } = await readAsVisitor(listPublicPosts, {
    tag: tag.slug,
    page,
    size: site.postsPerPage,
    ...(tag.series && { sort: ["createTime,asc"] }),
  });
  if (page > 1 && items.length === 0) notFound();
  const pages = pagesOf(total, site.postsPerPage);
  const [stories, image, t, pager] = await Promise.all([
    withCovers(items),
    socialImage(tag.thumbnail),
    getTranslations("tags"),
    getTranslations("pager"),
  ]);
  const description = t("of", { name: tag.name });
  const facts = pageFacts({
    site,
    path: tag.url,
    title: page === 1 ? tag.name : pager("titled", { title: tag.name, page }),
    description,
    image,
    paging: { page, pages },
    feeds: [{ title: tag.name, base: tag.url }],
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/tags" />
      <main id="main">
        <TagHeading tag={tag} stories={total} />
        <StoryList stories={stories} site={site} />
        {items.length === 0 && <Notice title={t("noStories")} action={{ href: "/tags", label: t("allAction") }} />}
        <Pager base={tag.url} page={page} pages={pages} />
      </main>
      <PageData
        data={[
          listingData(site, { name: tag.name, description, path: tag.url, image }),
          breadcrumbData(site, [{ name: t("title"), url: "/tags" }, tag]),
        ]}
      />
    </>
  );
  return { facts, body };
}
