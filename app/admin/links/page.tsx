import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinksView } from "../../../components/links/links-view";
import { linkList, shownOfLinks } from "../../../components/links/list";
import { read } from "../../../lib/doors/page";
import { countLinks, listLinkTeams, searchLinks } from "../../../lib/features/links/queries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("links"))("title") };
}

export default async function LinksPage({ searchParams }: ListPageProps) {
  const [list, counts, teams] = await Promise.all([
    readList(linkList, searchLinks, searchParams, shownOfLinks),
    read(countLinks, {}),
    read(listLinkTeams, {}),
  ]);
  return <LinksView {...list} counts={counts} teams={teams} />;
}
