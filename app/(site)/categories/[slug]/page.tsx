import type { Metadata } from "next";
import { CategoryPage, categoryMetadata } from "./category-page";

type Props = { params: Promise<{ slug: string }> };

const firstPage = async ({ params }: Props) => ({ slug: (await params).slug, page: 1 });

export const generateMetadata = async (props: Props): Promise<Metadata> => categoryMetadata(await firstPage(props));

export default async function FirstCategoryPage(props: Props) {
  return <CategoryPage {...await firstPage(props)} />;
}
