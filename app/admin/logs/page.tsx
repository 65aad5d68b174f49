import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { logPlace } from "../../../components/logs/list";
import { LogsView } from "../../../components/logs/logs-view";
import { listLogs } from "../../../lib/features/logs/queries";
import { summaryIn } from "../../../lib/services/words/summaries/summaries";
import { type ListPageProps, readList } from "../list-page";
import { spokenLog } from "./spoken";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("logs"))("title") };
}

const named = (names: readonly string[]) => names.map((name) => ({ id: name, name }));
const shown = ["id", "operation", "actorId", "actorName", "subject", "summary", "createTime"] as const;

export default async function LogsPage({ searchParams }: ListPageProps) {
  const [t, { keyword }] = await Promise.all([getTranslations("logs"), searchParams]);
  const { actors, operations, locale, nameOf, found } = await spokenLog([keyword].flat()[0]);
  const { rows, ...list } = await readList(logPlace, listLogs, searchParams, shown, found);
  const { subject } = list.view.filters;
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
