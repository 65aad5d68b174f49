"use client";
import { useTranslations } from "next-intl";
import { setOptionsAction } from "../../app/admin/options/actions";
import { FormDialog } from "../resource/form-dialog";
import type { Schedule } from "./list";
import { useHour } from "./use-hour";

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const keys = ["backup_schedule", "backup_hour", "backup_keep"] as const;

/** Says when the site is backed up by itself. */
export function ScheduleDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useTranslations("backups.schedule");
  const hourOf = useHour();
  return (
    <FormDialog<Schedule, unknown>
      title={t("title")}
      words="backups.schedule"
      fields={[
        {
          name: "backup_schedule",
          kind: "choice",
          choices: (["off", "daily", "weekly"] as const).map((id) => ({ id, name: t(`choices.${id}`) })),
        },
        {
          name: "backup_hour",
          kind: "choice",
          choices: hours.map((hour) => ({ id: String(hour), name: t("hour", hourOf(hour)) })),
        },
        { name: "backup_keep", kind: "text" },
      ]}
      schema={async () => (await import("../../lib/features/backups/schema")).scheduleValues}
      values={schedule}
      record={schedule}
      send={(values, asRead) => setOptionsAction({ items: keys.map((key) => ({ key, value: values[key] })) }, asRead)}
      done={() => t("saved")}
      onClose={onClose}
    />
  );
}
