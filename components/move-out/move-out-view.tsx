"use client";
import { Download, Info, Trash2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { cancelExportAction, deleteExportAction } from "../../app/admin/tools/move-out/actions";
import { Page } from "../admin/page";
import { JobBar } from "../moving/job-bar";
import { Note } from "../moving/note";
import type { WholeList } from "../resource/list-place";
import { MadeFile } from "../resource/made-file";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { oneByOne } from "../resource/sending";
import { useRefreshing } from "../resource/use-refreshing";
import { useAction } from "../ui/use-action";
import { ExportSize, ExportWhat } from "./cells";
import { ExportForm } from "./export-form";
import { type ExportJob, exportPlace, type ListedExport } from "./list";

/** Other servers list it as well, and cannot send its file. */
const isHere = ({ server }: ListedExport) => server === null;

const resourceOf = (rows: readonly ListedExport[]): Resource<ListedExport, WholeList> => ({
  place: exportPlace,
  words: "moveOut",
  nameOf: ({ name }) => name,
  columns: [
    { name: "made", cell: MadeFile },
    { name: "what", cell: ExportWhat, card: "beside" },
    { name: "size", cell: ExportSize, align: "right", card: "beside" },
  ],
  actions: [
    {
      name: "download",
      icon: Download,
      rows: isHere,
      leavesFor: ({ name }) => `/admin/tools/exports/${name}/file`,
    },
    {
      name: "delete",
      icon: Trash2,
      grave: true,
      asks: true,
      send: oneByOne((id) => deleteExportAction({ name: rows.find((row) => row.id === id)?.name ?? "" })),
      done: "delete",
    },
  ],
});

const holds = ["texts", "files", "rest", "addresses"] as const;
const leaves = ["secrets", "people", "program"] as const;

type Props = Listed<ListedExport, WholeList> & { job: ExportJob | null };

/** Writes the site into a file that other systems read. */
export function MoveOutView({ job, ...list }: Props) {
  const t = useTranslations("moveOut");
  const { run, isBusy } = useAction();
  const isRunning = job?.state === "RUNNING" || job?.state === "WAITING";
  useRefreshing(isRunning);
  const resource = useMemo(() => resourceOf(list.rows), [list.rows]);
  return (
    <Page title={t("title")}>
      <p className="mb-4 max-w-2xl text-soft">{t("text")}</p>
      {job?.state === "FAILED" && (
        <Note icon={TriangleAlert} look="wrong">
          {t("failed")} {job.log.at(-1)?.replace(/^\S+Z /, "")}
        </Note>
      )}
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
        <section aria-label={t("new")} className="rounded-lg border bg-raised p-4">
          <h2 className="mb-3">{t("new")}</h2>
          {isRunning ? (
            <JobBar
              label={t("running")}
              done={job.progressDone}
              total={job.progressTotal}
              startTime={job.startTime}
              isStopping={job.cancelWanted}
              isBusy={isBusy}
              onCancel={() => run(() => cancelExportAction({ jobId: job.id }), t("cancelled"))}
            />
          ) : (
            <ExportForm isRunning={isRunning} />
          )}
        </section>
        <section aria-label={t("about")} className="rounded-lg border bg-raised p-4 text-[0.92rem]">
          <h2 className="mb-2">{t("holds")}</h2>
          <ul className="mb-4 grid list-disc gap-1 pl-5">
            {holds.map((name) => (
              <li key={name}>{t(`held.${name}`)}</li>
            ))}
          </ul>
          <h2 className="mb-2">{t("leaves")}</h2>
          <ul className="grid list-disc gap-1 pl-5">
            {leaves.map((name) => (
              <li key={name}>{t(`left.${name}`)}</li>
            ))}
          </ul>
        </section>
      </div>
      <h2 className="mb-3">{t("finished")}</h2>
      {!list.rows.every(isHere) && <Note icon={Info}>{t("elsewhere")}</Note>}
      <ResourceList resource={resource} {...list} />
    </Page>
  );
}
