"use client";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cancelImportAction } from "../../app/admin/tools/move-in/actions";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Page } from "../admin/page";
import { useSize } from "../media/use-size";
import { JobBar } from "../moving/job-bar";
import { Note } from "../moving/note";
import type { Listed } from "../resource/resource";
import { useRefreshing } from "../resource/use-refreshing";
import { Link } from "../ui/link";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { ChoicesForm } from "./choices-form";
import { importPlace, isAtWork, type ListedRecord, type RecordFilters } from "./list";
import { Numbers } from "./numbers";
import { RecordsView } from "./records-view";
import { type Suggestion, Suggestions } from "./suggestions";
import { Ways } from "./ways";

type Props = {
  report: ImportOverview;
  suggestions: readonly Suggestion[];
  username: string;
  records: Listed<ListedRecord, RecordFilters>;
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="rounded-lg border bg-raised p-4">
    <h2 className="mb-2">{title}</h2>
    {children}
  </section>
);

/** In a sentence, what an import has come to. */
function Outcome({ report }: { report: ImportOverview }) {
  const t = useTranslations("imports.said");
  const { state, dryRun, error, summary } = report;
  const taken = summary.imported + summary.updated;
  if (state === "UNDOING")
    return (
      <Note icon={CircleAlert} look="wrong">
        {t("undoStopped")} {error}
      </Note>
    );
  if (state === "FAILED")
    return (
      <Note icon={CircleAlert} look="wrong">
        {t("failed")} {error}
      </Note>
    );
  if (state === "CANCELLED" || state === "RUNNING") return <Note icon={Info}>{t("cancelled", { taken })}</Note>;
  if (state === "UNDONE") return <Note icon={CircleCheck}>{t("undone", { kept: report.kept.length })}</Note>;
  const numbers = { ...summary, taken };
  return (
    <Note icon={CircleCheck} look="good">
      {t(dryRun ? "looked" : "done", numbers)}
      {summary.failed > 0 && ` ${t("someFailed", numbers)}`}
      {summary.warnings > 0 && ` ${t("warned", numbers)}`}
    </Note>
  );
}

/** One import: how far it is, its report, and what can be done with it. */
export function ImportView({ report, suggestions, username, records }: Props) {
  const t = useTranslations("imports");
  const size = useSize();
  const { run, isBusy } = useAction();
  const { id, kind, state, dryRun, source, kept, left, made } = report;
  const atWork = isAtWork(report);
  useRefreshing(atWork);
  const madeNames = [...made.categories, ...made.tags, ...made.users];
  return (
    <Page title={source.name}>
      <p className="mb-4 wrap-anywhere text-soft">
        <Link href={importPlace.path} className="text-ink underline underline-offset-3">
          {t("back")}
        </Link>
        {" · "}
        {t(source.version ? "looksLikeVersion" : "looksLike", {
          kind: t(`kinds.${kind}`),
          version: source.version ?? "",
        })}
        {source.site && ` · ${source.site}`}
        {source.size > 0 && ` · ${size(source.size)}`}
        {" · "}
        <When at={report.createTime} />
      </p>
      {atWork ? (
        <div className="mb-4 max-w-2xl rounded-lg border bg-raised p-4">
          <JobBar
            label={t(state === "UNDOING" ? "undoing" : dryRun ? "looking" : "moving")}
            done={report.progressDone}
            total={report.progressTotal}
            startTime={report.startTime}
            isStopping={false}
            isBusy={isBusy}
            {...(state !== "UNDOING" && {
              onCancel: () => run(() => cancelImportAction({ importId: id ?? 0 }), t("cancelling")),
            })}
          />
        </div>
      ) : (
        <Outcome report={report} />
      )}
      {!atWork && state !== "UNDONE" && <Suggestions suggestions={suggestions} />}
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
        {dryRun && !atWork && <ChoicesForm key={id} report={report} username={username} />}
        <div className={dryRun ? "grid gap-4" : "contents"}>
          {Object.keys(report.kinds).length > 0 && (
            <Part title={t(dryRun ? "wouldCome" : state === "UNDONE" ? "hadCome" : "came")}>
              <Numbers kinds={report.kinds} dryRun={dryRun} />
              {report.redirects > 0 && (
                <p className="mt-3 text-[0.9rem] text-soft">{t("redirects", { count: report.redirects })}</p>
              )}
            </Part>
          )}
          {left.length > 0 && (
            <Part title={t("left")}>
              <ul className="grid gap-1.5 text-[0.92rem]">
                {left.map(({ what, count, why }) => (
                  <li key={`${what} ${why}`} className="wrap-anywhere">
                    <b className="font-[560]">{what}</b> <span className="text-soft tabular-nums">× {count}</span>
                    <span className="block text-soft">{why}</span>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {kept.length > 0 && (
            <Part title={t("kept")}>
              <ul className="grid gap-1.5 text-[0.92rem]">
                {kept.map((each) => (
                  <li key={`${each.kind} ${each.id}`} className="wrap-anywhere">
                    <b className="font-[560]">{each.title}</b>
                    <span className="block text-soft">{each.why}</span>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {madeNames.length > 0 && (
            <Part title={t(dryRun ? "wouldMake" : "made")}>
              {/* Scrolls, so the keyboard has to reach it. */}
              <div
                tabIndex={0}
                role="group"
                aria-label={t(dryRun ? "wouldMake" : "made")}
                className="max-h-80 overflow-y-auto"
              >
                {(["categories", "tags", "users"] as const).map(
                  (name) =>
                    made[name].length > 0 && (
                      <p key={name} className="text-[0.92rem] wrap-anywhere">
                        <span className="text-soft">{t(`madeKinds.${name}`)}</span> {made[name].join(" · ")}
                      </p>
                    ),
                )}
              </div>
            </Part>
          )}
        </div>
      </div>
      {!atWork && <Ways report={report} />}
      <h2 className="mt-8 mb-3">{t("records")}</h2>
      <RecordsView importId={id ?? 0} {...records} />
    </Page>
  );
}
