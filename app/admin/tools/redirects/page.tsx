import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirectList, shownOfRedirects } from "../../../../components/redirects/list";
import { RedirectsView } from "../../../../components/redirects/redirects-view";
import { listRedirects } from "../../../../lib/features/redirects/queries";
import { redirectStatuses } from "../../../../lib/features/redirects/schema";
import { type ListPageProps, readList } from "../../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("redirects"))("title") };
}

export default async function RedirectsPage({ searchParams }: ListPageProps) {
  const [t, list] = await Promise.all([
    getTranslations("redirects"),
    readList(redirectList, listRedirects, searchParams, shownOfRedirects),
  ]);
  const status = redirectStatuses.map((id) => ({ id, name: t(`statuses.${id}`) }));
  return <RedirectsView {...list} choices={{ status }} />;
}
