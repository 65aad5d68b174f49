"use client";
import { CalendarClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import type { Schedule } from "./list";
import { useHour } from "./use-hour";

const ScheduleDialog = late(async () => (await import("./schedule-dialog")).ScheduleDialog);

/** When the site is backed up by itself. */
export function SchedulePanel({ schedule }: { schedule: Schedule }) {
  const t = useTranslations("backups.schedule");
  const [isOpen, setOpen] = useState(false);
  const hourOf = useHour();
  const { backup_schedule: every, backup_hour: hour, backup_keep: keep } = schedule;
  return (
    <section aria-labelledby="backup-schedule" className="rounded-lg border bg-raised p-4">
      <div className="mb-2 flex items-center gap-2.5">
        <CalendarClock aria-hidden className="size-[1.1rem] shrink-0 text-soft" />
        <h2 id="backup-schedule" className="mr-auto">
          {t("title")}
        </h2>
        <Button size="small" onClick={() => setOpen(true)} {...ScheduleDialog.opener}>
          {t("change")}
        </Button>
      </div>
      <p className="text-[1.02rem]" suppressHydrationWarning>
        {every === "off" ? t("off") : t(every === "weekly" ? "weekly" : "daily", hourOf(Number(hour)))}
      </p>
      <p className="mt-3 text-[0.88rem] text-soft">
        {every === "off" ? t("offText") : t("kept", { count: Number(keep) })}
      </p>
      {isOpen && <ScheduleDialog schedule={schedule} onClose={() => setOpen(false)} />}
    </section>
  );
}
