import type { Step, Backup } from "../../lib/features/backups/schema";
import type { ListPlace, WholeList } from "../resource/list-place";

export type ListedBackup = Backup & { id: number };

/** A job that makes or verifies backups. */
export type BackupJob = {
  id: number;
  kind: string;
  state: "WAITING" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED";
  log: string[];
  cancelWanted: boolean;
  progressDone: number;
  progressTotal: number | null;
  /** What it is doing at the moment; null where nobody knows. */
  step: Step | null;
  startTime: Date | null;
  endTime: Date | null;
};

export type Schedule = Record<"backup_schedule" | "backup_hour" | "backup_keep", string>;

/** The list of backups. */
export const backupPlace: ListPlace<WholeList> = {
  path: "/admin/tools/backups",
  searches: false,
  sort: "createTime,desc",
};

/** Where a backup's file is sent from. */
export const fileOf = ({ name }: { name: string }): string => `${backupPlace.path}/${name}/file`;
