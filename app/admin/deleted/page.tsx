import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { removalList, shownOfRemovals } from "../../../components/removals/list";
import { RemovalsView } from "../../../components/removals/removals-view";
import { listRemoved } from "../../../lib/features/removals/queries";
import { removableKinds } from "../../../lib/features/removals/schema";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("removals"))("title") };
}

export default async function DeletedPage({ searchParams }: ListPageProps) {
  const [t, list] = await Promise.all([
    getTranslations("removals"),
    readList(removalList, listRemoved, searchParams, shownOfRemovals),
  ]);
  const kind = removableKinds.map((id) => ({ id, name: t(`kinds.${id}`) }));
  return <RemovalsView {...list} choices={{ kind }} />;
}
