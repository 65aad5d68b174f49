import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TagsView } from "../../../components/taxonomy/tags-view";
import { getShell } from "../../../lib/features/statistics/dashboard-queries";
import { read } from "../../../lib/doors/page";
import { listTags } from "../../../lib/features/taxonomy/tags/queries";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("taxonomy"))("tags.title") };
}

type Props = { searchParams: Promise<{ new?: string }> };

export default async function TagsPage({ searchParams }: Props) {
  const [tags, shell, query] = await Promise.all([read(listTags, {}), read(getShell, {}), searchParams]);
  return (
    <TagsView key={query.new} tags={tags} mayManage={shell.mayManageTaxonomy} beginsNew={query.new !== undefined} />
  );
}
