"use client";
import { useTranslations } from "next-intl";
import { useSize } from "../media/use-size";
import { Badge, StateDot } from "../ui/badge";
import { When } from "../ui/when";
import type { ListedBackup } from "./list";

type Props = { row: ListedBackup };

export function BackupSize({ row: { size } }: Props) {
  const write = useSize();
  return <span className="whitespace-nowrap">{write(size)}</span>;
}

export function BackupReason({ row: { reason, withKey, server } }: Props) {
  const t = useTranslations("backups");
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {t(`reasons.${reason}`)}
      {!withKey && <Badge>{t("withoutKey")}</Badge>}
      {server !== null && <Badge>{t("onServer", { server })}</Badge>}
    </span>
  );
}

/** Whether it can be relied on, and since when that is known. */
export function BackupState({ row: { verified } }: Props) {
  const t = useTranslations("backups");
  return (
    <>
      <StateDot dot={verified.ok ? "good" : "wrong"}>{t(verified.ok ? "whole" : "damaged")}</StateDot>
      <div className="mt-px text-[0.8rem] text-soft">
        <When at={verified.time} />
      </div>
    </>
  );
}
