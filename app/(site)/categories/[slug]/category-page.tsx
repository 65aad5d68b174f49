import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { above, CategoryHeading } from "../../../../components/site/category-heading";
import { StoryList } from "../../../../components/site/home-page";
import { PageData } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { breadcrumbData, listingData } from "../../../../components/site/structured-data";
import { listPublicCategories } from "../../../../lib/features/taxonomy/categories/queries";
import type { Category } from "../../../../lib/features/taxonomy/categories/schema";
import { readAsVisitor } from "../../../../lib/doors/page";
import type { ShownSite } from "../../logos";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { socialImage, withCovers } from "../../covers";
import { pageFacts } from "../../page-facts";
import type { SitePage } from "../../site-page";

/** A page of the stories in a category and in those below it. */
export async function categoryPage(site: ShownSite, category: Category, page: number): Promise<SitePage> {
  const { items, total } = await readAsVisitor(listPublicPosts, {
    category: category.slug,
    page,
    size: site.postsPerPage,
  });
  if (page > 1 && items.length === 0) notFound();
  const pages = pagesOf(total, site.postsPerPage);
  const [all, stories, image, t, pager] = await Promise.all([
    readAsVisitor(listPublicCategories, {}),
    withCovers(items),
    socialImage(category.thumbnail),
    getTranslations("categories"),
    getTranslations("pager"),
  ]);
  const description = category.description || t("of", { name: category.name });
  const facts = pageFacts({
    site,
    path: category.url,
    title: page === 1 ? category.name : pager("titled", { title: category.name, page }),
    description,
    image,
    paging: { page, pages },
    feeds: [{ title: category.name, base: category.url }],
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/categories" />
      <main id="main">
        <CategoryHeading category={category} all={all} stories={total} />
        <StoryList stories={stories} site={site} />
        {items.length === 0 && (
          <Notice title={t("noStories")} action={{ href: "/categories", label: t("allAction") }} />
        )}
        <Pager base={category.url} page={page} pages={pages} />
      </main>
      {!category.locked && (
        <PageData
          data={[
            listingData(site, { name: category.name, description, path: category.url, image }),
            breadcrumbData(site, [{ name: t("title"), url: "/categories" }, ...above(category, all), category]),
          ]}
        />
      )}
    </>
  );
  return { facts, body };
}
