import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { missedList, shownOfMissed } from "../../../../../components/redirects/list";
import { MissedView } from "../../../../../components/redirects/missed-view";
import { listMissedAddresses } from "../../../../../lib/features/redirects/queries";
import { type ListPageProps, readList } from "../../../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("missed"))("title") };
}

export default async function MissedPage({ searchParams }: ListPageProps) {
  return <MissedView {...await readList(missedList, listMissedAddresses, searchParams, shownOfMissed)} />;
}
