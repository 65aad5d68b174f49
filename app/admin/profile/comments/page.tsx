import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../../components/admin/page";
import { ownCommentPlace, shownOfOwnComments } from "../../../../components/account/own-comments";
import { OwnCommentsView } from "../../../../components/account/own-comments-view";
import { listOwnComments } from "../../../../lib/features/comments/queue/own-comments";
import { type ListPageProps, readList } from "../../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("ownComments"))("title") };
}

export default async function OwnCommentsPage({ searchParams }: ListPageProps) {
  const [t, list] = await Promise.all([
    getTranslations("ownComments"),
    readList(ownCommentPlace, listOwnComments, searchParams, shownOfOwnComments),
  ]);
  return (
    <Page title={t("title")}>
      <OwnCommentsView {...list} />
    </Page>
  );
}
