"use client";
import { ArchiveRestore, Download, Info, ListX, RotateCcw, ShieldCheck, Trash2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo, useState } from "react";
import { createBackupAction, deleteBackupAction, verifyBackupAction } from "../../app/admin/tools/backups/actions";
import type { Backup, PresentSite, ReplacedData, RestoreStatus } from "../../lib/features/backups/schema";
import { Page, PageAction } from "../admin/page";
import { Note } from "../moving/note";
import type { WholeList } from "../resource/list-place";
import { MadeFile } from "../resource/made-file";
import type { Listed, Resource } from "../resource/resource";
import { ResourceList } from "../resource/resource-list";
import { oneByOne } from "../resource/sending";
import { useRefreshing } from "../resource/use-refreshing";
import { late } from "../ui/late";
import { useAction } from "../ui/use-action";
import { When } from "../ui/when";
import { BackupReason, BackupSize, BackupState } from "./cells";
import { type BackupJob, backupPlace, fileOf, type ListedBackup, type Schedule } from "./list";
import { RestoreFacts } from "./restore-facts";
import { SchedulePanel } from "./schedule-panel";
import { StatePanel } from "./state-panel";
import { TakeIn } from "./take-in";

const RestoreDialog = late(async () => (await import("./restore-dialog")).RestoreDialog);
const RestoreProgress = late(async () => (await import("./restore-progress")).RestoreProgress);
const ReplacedList = late(async () => (await import("./replaced-list")).ReplacedList);
const ProblemsDialog = late(async () => (await import("./problems-dialog")).ProblemsDialog);

const isOpen = ({ state }: BackupJob) => state === "WAITING" || state === "RUNNING";

/** Other servers list it as well, and cannot send its file. */
const isHere = ({ server }: ListedBackup) => server === null;

/** The list, whose actions name backups by their rows. */
const resourceOf = (rows: readonly ListedBackup[]): Resource<ListedBackup, WholeList> => {
  const nameOf = (id: number) => ({ name: rows.find((row) => row.id === id)?.name ?? "" });
  return {
    place: backupPlace,
    words: "backups",
    nameOf: ({ name }) => name,
    columns: [
      { name: "made", cell: MadeFile },
      { name: "size", cell: BackupSize, align: "right", card: "beside" },
      { name: "reason", cell: BackupReason, card: "beside" },
      { name: "verified", cell: BackupState, card: "beside" },
    ],
    actions: [
      { name: "download", icon: Download, rows: isHere, leavesFor: fileOf },
      { name: "verify", icon: ShieldCheck, send: oneByOne((id) => verifyBackupAction(nameOf(id))), done: "verify" },
      { name: "problems", icon: ListX, rows: ({ verified }) => verified.problems.length > 0, dialog: ProblemsDialog },
      { name: "restore", icon: RotateCcw, rows: (row) => row.verified.ok && isHere(row), dialog: RestoreDialog },
      {
        name: "delete",
        icon: Trash2,
        grave: true,
        asks: true,
        send: oneByOne((id) => deleteBackupAction(nameOf(id))),
        done: "delete",
      },
    ],
  };
};

type Props = Listed<ListedBackup, WholeList> & {
  lastGood: Backup | null;
  jobs: readonly BackupJob[];
  present: PresentSite;
  restore: RestoreStatus;
  hasSecondFactor: boolean;
  schedule: Schedule;
  replaced: readonly ReplacedData[];
};

/** Backups: their state in words, when they are made, and the list. */
export function BackupsView({ lastGood, jobs, present, restore, hasSecondFactor, schedule, replaced, ...list }: Props) {
  const t = useTranslations("backups");
  const { run, isBusy } = useAction();
  const wasAtWork = restore.state === "PREPARING" || restore.state === "EXCHANGING";
  const [isRestoring, setRestoring] = useState(wasAtWork);
  const stopFollowing = useCallback(() => setRestoring(false), []);
  const open = jobs.filter(isOpen);
  const isMaking = open.some(({ kind }) => kind !== "verify-backup");
  useRefreshing(open.length > 0 && !isRestoring);
  const resource = useMemo(() => resourceOf(list.rows), [list.rows]);
  const facts = useMemo(
    () => ({ present, hasSecondFactor, onBegun: () => setRestoring(true) }),
    [present, hasSecondFactor],
  );
  return (
    <Page
      title={t("title")}
      action={
        <PageAction
          label={t("new")}
          disabled={isBusy || isMaking}
          onClick={() => run(() => createBackupAction({}), t("begun"))}
        />
      }
    >
      {restore.state === "DONE" && (
        <Note icon={ArchiveRestore} look="good">
          <p>
            {t.rich("restored", {
              name: restore.name ?? "",
              when: () => <When at={restore.endTime ?? new Date()} />,
            })}{" "}
            {restore.replaced && t("replaced", { folder: restore.replaced })}
          </p>
          {restore.notes.map((note) => (
            <p key={note} className="text-soft">
              {note}
            </p>
          ))}
        </Note>
      )}
      {restore.state === "FAILED" && (
        <Note icon={TriangleAlert} look="wrong">
          {t("notRestored", { name: restore.name ?? "" })} {restore.error}
        </Note>
      )}
      {restore.state === "CANCELLED" && (
        <Note icon={Info}>{t("restoring.cancelled", { name: restore.name ?? "" })}</Note>
      )}
      <div className="mb-5 grid items-start gap-4 lg:grid-cols-2">
        <StatePanel lastGood={lastGood} jobs={jobs} isMaking={isMaking} />
        <SchedulePanel schedule={schedule} />
      </div>
      {!list.rows.every(isHere) && <Note icon={Info}>{t("elsewhere")}</Note>}
      <RestoreFacts value={facts}>
        <ResourceList resource={resource} {...list} />
      </RestoreFacts>
      <TakeIn />
      {replaced.length > 0 && <ReplacedList replaced={replaced} />}
      {isRestoring && <RestoreProgress onEnded={stopFollowing} />}
    </Page>
  );
}
