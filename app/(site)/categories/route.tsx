import { getTranslations } from "../../../lib/doors/words";
import { CategoryTree } from "../../../components/site/category-tree";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { listPublicCategories } from "../../../lib/features/taxonomy/categories/queries";
import { readAsVisitor } from "../../../lib/doors/page";
import { pageFacts } from "../page-facts";
import { sitePage } from "../site-page";

/** All categories. */
export const { GET } = sitePage(async (_asked, site) => {
  const [categories, t, home] = await Promise.all([
    readAsVisitor(listPublicCategories, {}),
    getTranslations("categories"),
    getTranslations("missing"),
  ]);
  const facts = pageFacts({
    site,
    path: "/categories",
    title: t("title"),
    description: t("about", { site: site.title }),
  });
  const body = (
    <>
      <SmallMasthead site={site} current="/categories" />
      <main id="main">
        <ListHeading title={t("title")} />
        <CategoryTree categories={categories} />
        {categories.length === 0 && (
          <Notice title={t("emptyTitle")} text={t("emptyText")} action={{ href: "/", label: home("action") }} />
        )}
      </main>
    </>
  );
  return { facts, body };
});
