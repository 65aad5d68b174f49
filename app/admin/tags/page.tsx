import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { shownOfTags, tagList } from "../../../components/taxonomy/tag-list";
import { TagsView } from "../../../components/taxonomy/tags-view";
import { searchTags } from "../../../lib/features/taxonomy/tags/queries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("taxonomy"))("tags.title") };
}

export default async function TagsPage({ searchParams }: ListPageProps) {
  const [list, { new: begins }] = await Promise.all([
    readList(tagList, searchTags, searchParams, shownOfTags),
    searchParams,
  ]);
  return <TagsView key={String(begins)} {...list} beginsNew={begins !== undefined} />;
}
