"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PresentSite } from "../../lib/features/backups/schema";
import { useTimeZone } from "../ui/time-zone";
import type { ListedBackup } from "./list";

const kinds = ["posts", "sheets", "journals", "comments", "attachments", "users"] as const;

/** What a restore replaces: the present site and the backup, side by side. */
export function ReplacedTable({ backup, present }: { backup: ListedBackup; present: PresentSite }) {
  const t = useTranslations("backups.restore");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const cell = "px-3 py-1.5 text-right tabular-nums";
  const row = (name: string, here: ReactNode, there: ReactNode, differs: boolean) => (
    <tr key={name} className="border-t">
      <th scope="row" className="px-3 py-1.5 text-left font-normal text-soft">
        {name}
      </th>
      <td className={cell}>{here}</td>
      <td className={differs ? `${cell} font-semibold` : cell}>{there}</td>
    </tr>
  );
  const time = (
    <span suppressHydrationWarning>
      {format.dateTime(new Date(backup.createTime), { dateStyle: "medium", timeStyle: "short", timeZone })}
    </span>
  );
  return (
    <table className="w-full rounded-md border text-[0.88rem]">
      <caption className="sr-only">{t("table")}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="px-3 py-2 text-right font-[560]">
            {t("here")}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-[560]">
            {t("there")}
          </th>
        </tr>
      </thead>
      <tbody>
        {row(t("time"), t("now"), time, false)}
        {row(t("program"), present.program, backup.program, backup.program !== present.program)}
        {kinds.map((kind) => {
          const [here, there] = [present.counts[kind] ?? 0, backup.counts[kind] ?? 0];
          return row(t(`kinds.${kind}`), format.number(here), format.number(there), here !== there);
        })}
      </tbody>
    </table>
  );
}
