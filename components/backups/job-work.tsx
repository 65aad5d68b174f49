"use client";
import { useTranslations } from "next-intl";
import { cancelJobAction } from "../../app/admin/jobs/actions";
import { useSize } from "../media/use-size";
import { JobBar } from "../moving/job-bar";
import { useAction } from "../ui/use-action";
import type { BackupJob } from "./list";

/** How far a job is, which can be cancelled. */
export function JobWork({ job }: { job: BackupJob }) {
  const t = useTranslations("backups");
  const size = useSize();
  const { run, isBusy } = useAction();
  const { id, kind, state, cancelWanted, progressDone, progressTotal, step, startTime } = job;
  const what = t(kind === "verify-backup" ? "state.verifying" : "state.making");
  return (
    <JobBar
      label={step && state === "RUNNING" ? `${what} ${t(`steps.${step}`)}` : what}
      done={progressDone}
      total={progressTotal}
      startTime={startTime}
      isStopping={cancelWanted}
      isBusy={isBusy}
      write={size}
      onCancel={() => run(() => cancelJobAction({ jobId: id }), t("state.cancelling"))}
    />
  );
}
