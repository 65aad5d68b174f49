import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ImportView } from "../../../../../components/move-in/import-view";
import { recordPlace } from "../../../../../components/move-in/list";
import { isKnown } from "../../../../../lib/core/settings";
import { ownLocale, read } from "../../../../../lib/doors/page";
import { getProfile } from "../../../../../lib/features/accounts/users/queries";
import { getImportOverview, listImportRecords } from "../../../../../lib/features/moving/imports/queries";
import { importOutcome } from "../../../../../lib/features/moving/imports/schema";
import { remarkIn } from "../../../../../lib/services/words/remarks/remarks";
import { type ListPageProps, readList } from "../../../list-page";

type Props = ListPageProps & { params: Promise<{ importId: string }> };

const shown = ["kind", "source", "outcome", "reason", "title", "url", "warnings"] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("moveIn"))("title") };
}

/** One import or dry run: how far it is, its report, and what can be done with it. */
export default async function ImportPage({ params, searchParams }: Props) {
  const importId = Number((await params).importId);
  const [report, records, profile, t, options, locale] = await Promise.all([
    read(getImportOverview, { importId }),
    readList(recordPlace(importId), listImportRecords, searchParams, shown, { importId }),
    read(getProfile, {}),
    getTranslations("imports"),
    getTranslations("options"),
    ownLocale(),
  ]);
  const said = (sentence: string) => remarkIn(locale, sentence);
  const { view, rows, total, now } = records;
  const kinds = Object.keys(report.kinds) as (keyof typeof report.kinds)[];
  return (
    <ImportView
      report={{
        ...report,
        left: report.left.map((each) => ({ ...each, what: said(each.what), why: said(each.why) })),
        kept: report.kept.map((each) => ({ ...each, why: said(each.why) })),
        error: report.error === null ? null : said(report.error),
      }}
      suggestions={report.suggestions.map((each) => ({
        ...each,
        why: said(each.why),
        label: isKnown(each.option) ? options(`${each.option}.label`) : each.option,
      }))}
      username={profile.username}
      records={{
        view,
        total,
        now,
        rows: rows.map((row, index) => ({
          ...row,
          id: (view.page - 1) * view.size + index + 1,
          dryRun: report.dryRun,
          reason: row.reason === null ? null : said(row.reason),
          warnings: row.warnings.map(said),
        })),
        choices: {
          kind: kinds.map((id) => ({ id, name: t(`recordKinds.${id}`) })),
          outcome: importOutcome.options.map((id) => ({
            id,
            name: t(`${report.dryRun ? "foreseen" : "outcomes"}.${id}`),
          })),
        },
      }}
    />
  );
}
