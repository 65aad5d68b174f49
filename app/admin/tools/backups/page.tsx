import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackupsView } from "../../../../components/backups/backups-view";
import { backupPlace } from "../../../../components/backups/list";
import { read } from "../../../../lib/doors/page";
import { getSecurity } from "../../../../lib/features/accounts/factors/security";
import {
  getJobSteps,
  getPresentSite,
  getRestore,
  listBackups,
  listReplaced,
} from "../../../../lib/features/backups/queries";
import { listSettings } from "../../../../lib/features/options/queries";
import { listJobs } from "../../../../lib/services/jobs/queries";
import { type ListPageProps, readWhole } from "../../list-page";
import { numbered } from "../numbered";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("backups"))("title") };
}

/** The newest jobs that make or verify backups; of the scheduled one only what was not just waiting. */
const newestJobs = async () => {
  const kinds = ["back-up", "scheduled-backup", "verify-backup"] as const;
  const found = await Promise.all(kinds.map((kind) => read(listJobs, { kind, sort: ["id,desc"], size: 2 })));
  const jobs = found
    .flatMap(({ items }) => items)
    .filter(({ kind, state }) => !(kind === "scheduled-backup" && state === "WAITING"));
  const steps = await read(getJobSteps, { jobIds: jobs.map(({ id }) => id) });
  return jobs.map((job, index) => ({ ...job, step: steps[index]?.step ?? null }));
};

export default async function BackupsPage({ searchParams }: ListPageProps) {
  const [list, all, jobs, present, restore, replaced, security, settings] = await Promise.all([
    readWhole(backupPlace, listBackups, {}, searchParams, ({ name }) => name),
    read(listBackups, {}),
    newestJobs(),
    read(getPresentSite, {}),
    read(getRestore, {}),
    read(listReplaced, {}),
    read(getSecurity, {}),
    read(listSettings, {}),
  ]);
  const valueOf = (name: string) => settings.find(({ key }) => key === name)?.value ?? "";
  return (
    <BackupsView
      {...list}
      rows={numbered(list.rows)}
      lastGood={all.find(({ verified }) => verified.ok) ?? null}
      jobs={jobs}
      present={present}
      restore={restore}
      replaced={replaced}
      hasSecondFactor={security.mfaType !== "NONE"}
      schedule={{
        backup_schedule: valueOf("backup_schedule"),
        backup_hour: valueOf("backup_hour"),
        backup_keep: valueOf("backup_keep"),
      }}
    />
  );
}
