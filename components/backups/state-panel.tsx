"use client";
import { DatabaseBackup, ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Backup } from "../../lib/features/backups/schema";
import { useSize } from "../media/use-size";
import { late } from "../ui/late";
import { Link } from "../ui/link";
import { When } from "../ui/when";
import type { BackupJob } from "./list";
import { useMovingNow } from "../ui/moving-now";

const JobWork = late(async () => (await import("./job-work")).JobWork);

/** Days after which a backup is called old. */
const OLD_DAYS = 8;
const DAY_MS = 86_400_000;

/** What the newest job that made backups has said last, where it failed and nothing was made since. */
function failureIn(jobs: readonly BackupJob[], lastGood: Backup | null): BackupJob | undefined {
  const made = jobs
    .filter(({ kind, state }) => kind !== "verify-backup" && (state === "FAILED" || state === "DONE"))
    .sort((a, b) => new Date(b.endTime ?? 0).getTime() - new Date(a.endTime ?? 0).getTime());
  const [newest] = made;
  if (newest?.state !== "FAILED") return undefined;
  return lastGood && new Date(lastGood.createTime) > new Date(newest.endTime ?? 0) ? undefined : newest;
}

/** A line of a log without its time. */
const wordsOf = (line = ""): string => line.replace(/^\S+Z /, "");

type Props = { lastGood: Backup | null; jobs: readonly BackupJob[]; isMaking: boolean };

/** The state of the last backup in words, and what is being done. */
export function StatePanel({ lastGood, jobs, isMaking }: Props) {
  const t = useTranslations("backups.state");
  const size = useSize();
  const now = useMovingNow();
  const failed = failureIn(jobs, lastGood);
  const open = jobs.filter(({ state }) => state === "RUNNING" || state === "WAITING");
  const isOld = lastGood !== null && now.getTime() - new Date(lastGood.createTime).getTime() > OLD_DAYS * DAY_MS;
  const Icon = lastGood && !isOld ? DatabaseBackup : ShieldAlert;
  return (
    <section aria-labelledby="backup-state" className="rounded-lg border bg-raised p-4">
      <h2 id="backup-state" className="mb-2 flex items-center gap-2.5">
        <Icon aria-hidden className="size-[1.1rem] shrink-0 text-soft" />
        {t("title")}
      </h2>
      <div role="status" className="grid gap-2">
        <p className="text-[1.02rem]">
          {lastGood
            ? t.rich("good", {
                when: () => <When at={lastGood.createTime} />,
                size: size(lastGood.size),
                verified: () => <When at={lastGood.verified.time} />,
              })
            : t("none")}
        </p>
        {isOld && <p className="text-soft">{t("old")}</p>}
        {failed && !isMaking && (
          <p className="text-wrong">
            {t.rich("failed", {
              when: () => <When at={failed.endTime ?? now} />,
              reason: wordsOf(failed.log.at(-1)),
              jobs: (words) => (
                <Link href="/admin/jobs?state=FAILED" className="underline underline-offset-3">
                  {words}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
      {open.map((job) => (
        <div key={job.id} className="mt-3">
          <JobWork job={job} />
        </div>
      ))}
      <p className="mt-3 text-[0.88rem] text-soft">{t("keep")}</p>
    </section>
  );
}
