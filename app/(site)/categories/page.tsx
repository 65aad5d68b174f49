import type { Metadata } from "next";
import { getTranslations } from "../../../lib/doors/words";
import { CategoryTree } from "../../../components/site/category-tree";
import { ListHeading } from "../../../components/site/list-heading";
import { SmallMasthead } from "../../../components/site/masthead";
import { Notice } from "../../../components/site/notice";
import { listPublicCategories } from "../../../lib/features/taxonomy/categories/queries";
import { readAsVisitor } from "../../../lib/doors/page";
import { getSite } from "../../../lib/features/site/queries";
import { pageMetadata } from "../page-metadata";

export async function generateMetadata(): Promise<Metadata> {
  const [site, t] = await Promise.all([readAsVisitor(getSite, {}), getTranslations("categories")]);
  return pageMetadata({ site, path: "/categories", title: t("title"), description: t("about", { site: site.title }) });
}

export default async function CategoriesPage() {
  const [site, categories, t, home] = await Promise.all([
    readAsVisitor(getSite, {}),
    readAsVisitor(listPublicCategories, {}),
    getTranslations("categories"),
    getTranslations("missing"),
  ]);
  return (
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
}
