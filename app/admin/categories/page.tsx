import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CategoriesView } from "../../../components/taxonomy/categories-view";
import { listCategories } from "../../../lib/features/taxonomy/categories/queries";
import { read } from "../../../lib/doors/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("taxonomy"))("categories.title") };
}

type Props = { searchParams: Promise<{ new?: string }> };

export default async function CategoriesPage({ searchParams }: Props) {
  const [categories, query] = await Promise.all([read(listCategories, {}), searchParams]);
  return <CategoriesView key={query.new} categories={categories} beginsNew={query.new !== undefined} />;
}
