import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { logPlace } from "../../../components/logs/list";
import { LogsView } from "../../../components/logs/logs-view";
import { ownLocale, read } from "../../../lib/doors/page";
import { listLogs, listLogSources } from "../../../lib/features/logs/queries";
import { summaryIn } from "../../../lib/services/words/summaries/summaries";
import { type ListPageProps, readList } from "../list-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("logs"))("title") };
}

const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
const shown = ["id", "operation", "actorId", "actorName", "subject", "summary", "createTime"] as const;

export default async function LogsPage({ searchParams }: ListPageProps) {
  const [t, words, { rows, ...list }, { actors, operations }, locale] = await Promise.all([
    getTranslations("logs"),
    getTranslations("operations"),
    readList(logPlace, listLogs, searchParams, shown),
    read(listLogSources, {}),
    ownLocale(),
  ]);
  const { subject } = list.view.filters;
  // One of an earlier version of the program may have no words any more.
  const nameOf = (operation: string) => (words.has(operation) ? words(operation) : operation);
  return (
    <LogsView
      title={t("title")}
      {...list}
      rows={rows.map(({ summary, ...row }) => ({
        ...row,
        name: nameOf(row.operation),
        said: summaryIn(locale, row.operation, summary),
      }))}
      choices={{
        actor: named(actors),
        operation: operations.map((id) => ({ id, name: nameOf(id) })),
        ...(subject && { subject: named([subject]) }),
      }}
    />
  );
}
