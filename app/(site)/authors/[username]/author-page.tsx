import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { AuthorHeading } from "../../../../components/site/author-heading";
import { StoryList } from "../../../../components/site/home-page";
import { PageData } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { breadcrumbData, profileData } from "../../../../components/site/structured-data";
import { readAsVisitor } from "../../../../lib/doors/page";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import type { AuthorPage } from "../../../../lib/features/writing/posts/schema";
import { socialImage, withCovers } from "../../covers";
import type { ShownSite } from "../../logos";
import { pageFacts } from "../../page-facts";
import type { SitePage } from "../../site-page";

/** A page of the stories that somebody has written. */
export async function authorPage(site: ShownSite, author: AuthorPage, page: number): Promise<SitePage> {
  const { items, total } = await readAsVisitor(listPublicPosts, {
    author: author.username,
    page,
    size: site.postsPerPage,
  });
  if (page > 1 && items.length === 0) notFound();
  const pages = pagesOf(total, site.postsPerPage);
  const [stories, image, t, pager] = await Promise.all([
    withCovers(items),
    socialImage(author.avatar),
    getTranslations("authors"),
    getTranslations("pager"),
  ]);
  const name = author.nickname;
  const description = author.description || t("of", { name });
  const facts = pageFacts({
    site,
    path: author.url,
    title: page === 1 ? name : pager("titled", { title: name, page }),
    description,
    image,
    paging: { page, pages },
    feeds: [{ title: name, base: author.url }],
  });
  const body = (
    <>
      <SmallMasthead site={site} />
      <main id="main">
        <AuthorHeading author={author} stories={total} />
        <StoryList stories={stories} site={site} />
        <Pager base={author.url} page={page} pages={pages} />
      </main>
      <PageData data={[profileData(site, author, image), breadcrumbData(site, [{ name, url: author.url }])]} />
    </>
  );
  return { facts, body };
}
