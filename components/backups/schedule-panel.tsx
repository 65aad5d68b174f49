"use client";
import { CalendarClock } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { late } from "../ui/late";
import { useTimeZone } from "../ui/time-zone";
import type { Schedule } from "./list";

const ScheduleDialog = late(async () => (await import("./schedule-dialog")).ScheduleDialog);

/** An hour of UTC as the reader's clock shows it today. */
export function useHour(): (hour: number) => { utc: string; here: string } {
  const format = useFormatter();
  const timeZone = useTimeZone();
  return (hour) => {
    const at = new Date();
    at.setUTCHours(hour, 0, 0, 0);
    const write = (zone: string) =>
      format.dateTime(at, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone });
    return { utc: write("UTC"), here: write(timeZone) };
  };
}

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
