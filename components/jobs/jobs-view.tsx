"use client";
import { Ban, RotateCcw, ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { cancelJobAction, retryJobAction } from "../../app/admin/jobs/actions";
import type { JobFilters } from "../../lib/services/jobs/schema";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { RowOpener } from "../resource/row-title";
import { oneByOne } from "../resource/sending";
import { useRefreshing } from "../resource/use-refreshing";
import { type Dot, StateDot } from "../ui/badge";
import { late } from "../ui/late";
import { When } from "../ui/when";
import { JobProgress } from "./job-progress";
import { jobPlace, type ListedJob } from "./list";
import { useJobName } from "./use-job-name";
import { useMovingNow } from "../ui/moving-now";

const JobLog = late(async () => (await import("./job-log")).JobLog);

const dots: Record<ListedJob["state"], Dot> = {
  WAITING: "due",
  RUNNING: "hidden",
  DONE: "good",
  FAILED: "wrong",
  CANCELLED: "quiet",
};
const isOpen = ({ state }: ListedJob) => state === "WAITING" || state === "RUNNING";
const hasStopped = ({ state }: ListedJob) => state === "FAILED" || state === "CANCELLED";

function JobTitle({ row }: { row: ListedJob }) {
  const name = useJobName()(row);
  return (
    <>
      <RowOpener row={row} action="log">
        {name}
      </RowOpener>
      {name !== row.title && <div className="mt-px text-[0.8rem] [overflow-wrap:anywhere] text-soft">{row.title}</div>}
    </>
  );
}

function JobState({ row: { state, cancelWanted } }: { row: ListedJob }) {
  const t = useTranslations("jobs");
  return (
    <StateDot dot={dots[state]}>{state === "RUNNING" && cancelWanted ? t("stopping") : t(`states.${state}`)}</StateDot>
  );
}

/** When it starts, started, or ended. */
const JobTime = ({ row: { state, runAt, startTime, endTime } }: { row: ListedJob }) => (
  <When at={(state === "WAITING" ? runAt : state === "RUNNING" ? startTime : endTime) ?? runAt} />
);

const jobs: Resource<ListedJob, JobFilters> = {
  place: jobPlace,
  words: "jobs",
  nameOf: ({ title }) => title,
  columns: [
    { name: "title", cell: JobTitle },
    { name: "state", cell: JobState, card: "beside" },
    { name: "time", cell: JobTime, sort: ["runAt", "desc"], card: "beside" },
    { name: "progress", cell: JobProgress },
  ],
  actions: [
    { name: "log", icon: ScrollText, dialog: JobLog },
    {
      name: "retry",
      icon: RotateCcw,
      key: "r",
      rows: hasStopped,
      bulk: ({ filters }) => filters.state === "FAILED" || filters.state === "CANCELLED",
      send: oneByOne((jobId) => retryJobAction({ jobId })),
      done: "retry",
    },
    {
      name: "cancel",
      icon: Ban,
      key: "c",
      rows: isOpen,
      bulk: ({ filters }) => filters.state === "WAITING" || filters.state === "RUNNING",
      send: oneByOne((jobId) => cancelJobAction({ jobId })),
      done: "cancel",
    },
  ],
};

type Props = Listed<ListedJob, JobFilters> & { next: Pick<ListedJob, "kind" | "title" | "runAt"> | undefined };

/** The list of jobs, which follows what runs. */
export function JobsView({ next, ...page }: Props) {
  const t = useTranslations("jobs");
  const nameOf = useJobName();
  const now = useMovingNow();
  const isDue = next !== undefined && new Date(next.runAt) <= now;
  useRefreshing((page.counts?.RUNNING ?? 0) > 0 || isDue);
  return (
    <>
      {next && (
        <p className="mb-3 text-soft">
          {t.rich("next", { title: nameOf(next), when: () => <When at={next.runAt} /> })}
        </p>
      )}
      <ResourceList resource={jobs} {...page} />
    </>
  );
}
