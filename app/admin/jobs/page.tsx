import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Page } from "../../../components/admin/page";
import { JobsView } from "../../../components/jobs/jobs-view";
import { jobPlace, shownOfJobs } from "../../../components/jobs/list";
import { ownLocale, read } from "../../../lib/doors/page";
import { countJobs, listJobs } from "../../../lib/services/jobs/queries";
import { jobTitleIn } from "../../../lib/services/words/summaries/summaries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("jobs"))("title") };
}

export default async function JobsPage({ searchParams }: ListPageProps) {
  const [t, { rows, ...list }, counts, waiting, locale] = await Promise.all([
    getTranslations("jobs"),
    readList(jobPlace, listJobs, searchParams, shownOfJobs),
    read(countJobs, {}),
    read(listJobs, { state: "WAITING", sort: ["runAt,asc"], size: 1 }),
    ownLocale(),
  ]);
  const [next] = waiting.items.map(({ kind, title, runAt }) => ({ kind, title, runAt }));
  return (
    <Page title={t("title")}>
      <JobsView
        {...list}
        rows={rows.map((row) => ({ ...row, title: jobTitleIn(locale, row.title) }))}
        counts={counts}
        next={next}
      />
    </Page>
  );
}
