"use client";
import { Play, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { resumeImportAction, undoImportAction } from "../../app/admin/tools/move-in/actions";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { useAction } from "../ui/use-action";
import { importPlace } from "./list";
import { useDashboardRouter } from "../ui/use-dashboard-router";

const ConfirmDialog = late(async () => (await import("../ui/confirm-dialog")).ConfirmDialog);

/** What can be done with an import that is not at work: go on, take back, or forget a dry run. */
export function Ways({ report }: { report: ImportOverview }) {
  const t = useTranslations("imports.ways");
  const router = useDashboardRouter();
  const { run, isBusy } = useAction();
  const [isAsking, setAsking] = useState(false);
  const { state, dryRun, id, summary } = report;
  const importId = id ?? 0;
  const hasStopped = state === "FAILED" || state === "CANCELLED" || state === "RUNNING";
  const forget = () =>
    run(async () => {
      const answer = await undoImportAction({ importId });
      if (answer.ok) router.push(importPlace.path);
      return answer;
    }, t("forgotten"));
  return (
    <div className="flex flex-wrap gap-2" id="undo">
      {hasStopped && (
        <Button
          look={dryRun ? "plain" : "strong"}
          disabled={isBusy}
          onClick={() => run(() => resumeImportAction({ importId }), t("resumed"))}
        >
          <Play aria-hidden />
          {t("resume")}
        </Button>
      )}
      {dryRun ? (
        <Button disabled={isBusy} onClick={forget}>
          <Trash2 aria-hidden />
          {t("forget")}
        </Button>
      ) : (
        state !== "UNDONE" && (
          <Button
            look={state === "UNDOING" ? "strong" : "plain"}
            disabled={isBusy}
            onClick={() => setAsking(true)}
            {...ConfirmDialog.opener}
          >
            <Undo2 aria-hidden />
            {t(state === "UNDOING" ? "undoOn" : "undo")}
          </Button>
        )
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("undoTitle")}
        text={t("undoText", { imported: summary.imported, updated: summary.updated })}
        action={t("undoDo")}
        onConfirm={() => run(() => undoImportAction({ importId }), t("undoing"))}
      />
    </div>
  );
}
