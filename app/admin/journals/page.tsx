import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../components/admin/page";
import { JournalsView } from "../../../components/journals/journals-view";
import { light } from "../../../components/journals/light";
import { journalList, shownOfJournals } from "../../../components/journals/list";
import { read } from "../../../lib/doors/page";
import { listJournals } from "../../../lib/features/journals/queries";
import { type ListPageProps, readList } from "../list-page";
import "../text.css";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("journals"))("title") };
}

export default async function JournalsPage({ searchParams }: ListPageProps) {
  const [t, list, open, intimate] = await Promise.all([
    getTranslations("journals"),
    readList(journalList, listJournals, searchParams, shownOfJournals),
    read(listJournals, { type: "PUBLIC", size: 1 }),
    read(listJournals, { type: "INTIMATE", size: 1 }),
  ]);
  return (
    <Page title={t("title")}>
      <JournalsView
        {...list}
        rows={light(list.rows)}
        counts={{ all: open.total + intimate.total, PUBLIC: open.total, INTIMATE: intimate.total }}
      />
    </Page>
  );
}
