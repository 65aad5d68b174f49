import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "../../../../lib/doors/words";
import { CategoryHeading } from "../../../../components/site/category-heading";
import { StoryList } from "../../../../components/site/front";
import { JsonScript } from "../../../../components/site/json-script";
import { SmallMasthead } from "../../../../components/site/masthead";
import { Notice } from "../../../../components/site/notice";
import { Pager, pagesOf } from "../../../../components/site/pager";
import { listingData } from "../../../../components/site/structured-data";
import { listPublicCategories } from "../../../../lib/features/taxonomy/categories/queries";
import { readAsVisitor, findPlace } from "../../../../lib/doors/page";
import { places } from "../../../../lib/features/site/places";
import { getSite } from "../../../../lib/features/site/queries";
import { listPublicPosts } from "../../../../lib/features/writing/posts/queries";
import { socialImage, withCovers } from "../../covers";
import { pageMetadata } from "../../page-metadata";

/** The slug as it is in the address. */
type Props = { slug: string; page: number };

async function categoryAt({ slug, page }: Props) {
  const [site, category] = await Promise.all([
    readAsVisitor(getSite, {}),
    findPlace(places["/categories/[slug]"], Promise.resolve({ slug })),
  ]);
  const { items, total } = await readAsVisitor(listPublicPosts, {
    category: category.slug,
    page,
    size: site.postsPerPage,
  });
  if (page > 1 && items.length === 0) notFound();
  return { site, category, items, total, pages: pagesOf(total, site.postsPerPage) };
}

export async function categoryMetadata({ slug, page }: Props): Promise<Metadata> {
  const [{ site, category, pages }, t, words] = await Promise.all([
    categoryAt({ slug, page }),
    getTranslations("pager"),
    getTranslations("categories"),
  ]);
  const title = page === 1 ? category.name : t("titled", { title: category.name, page });
  return pageMetadata({
    site,
    path: category.url,
    title,
    description: category.description || words("of", { name: category.name }),
    image: await socialImage(category.thumbnail),
    paging: { page, pages },
  });
}

/** A page of the stories in a category and in those below it. */
export async function CategoryPage({ slug, page }: Props) {
  const [{ site, category, items, total, pages }, all, t] = await Promise.all([
    categoryAt({ slug, page }),
    readAsVisitor(listPublicCategories, {}),
    getTranslations("categories"),
  ]);
  return (
    <>
      <SmallMasthead site={site} current="/categories" />
      <main id="main">
        <CategoryHeading category={category} all={all} stories={total} />
        <StoryList stories={await withCovers(items)} />
        {items.length === 0 && (
          <Notice title={t("noStories")} action={{ href: "/categories", label: t("allAction") }} />
        )}
        <Pager base={category.url} page={page} pages={pages} />
      </main>
      {!category.locked && (
        <JsonScript
          type="application/ld+json"
          data={listingData(site, {
            name: category.name,
            description: category.description || t("of", { name: category.name }),
            path: category.url,
            image: await socialImage(category.thumbnail),
          })}
        />
      )}
    </>
  );
}
