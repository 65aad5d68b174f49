"use client";
import { Globe } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { RowOpener } from "../resource/row-title";
import { StateDot } from "../ui/badge";
import { Clipped } from "../ui/clipped";
import { useTimeZone } from "../ui/time-zone";
import { When } from "../ui/when";
import { isUsable } from "../media/picker/usable";
import type { ListedLink } from "./list";

type Cell = { row: ListedLink };

/** The name, its logo beside it, its address below. */
export const LinkName = ({ row }: Cell) => (
  <div className="flex items-start gap-2.5">
    <span className="mt-0.5 grid size-8 shrink-0 place-items-center overflow-hidden rounded-md border bg-ink/5">
      {isUsable(row.logo) ? (
        <img src={row.logo} alt="" loading="lazy" draggable={false} className="size-full object-contain" />
      ) : (
        <Globe aria-hidden className="size-4 text-soft" strokeWidth={1.6} />
      )}
    </span>
    <div className="min-w-0">
      <RowOpener row={row} action="edit">
        <bdi>{row.name}</bdi>
      </RowOpener>
      <Clipped lines={2} className="text-[0.8rem] text-soft">
        {row.url}
      </Clipped>
    </div>
  </div>
);

export const LinkTeam = ({ row }: Cell) => <bdi className="[overflow-wrap:anywhere]">{row.team}</bdi>;

/** What its address answered, and when. */
export function LinkHealth({ row: { health, checkStatus, checkTime } }: Cell) {
  const t = useTranslations("links.health");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const isFine = health === "ALIVE" && (checkStatus ?? 0) < 400;
  const word =
    health !== "UNKNOWN" && checkStatus === null ? "silent" : health === "ALIVE" && !isFine ? "refuses" : health;
  return (
    <>
      <StateDot dot={health === "DEAD" ? "wrong" : isFine ? "good" : "quiet"}>
        {t(word, { status: String(checkStatus) })}
      </StateDot>
      {checkTime && (
        <div className="text-[0.8rem] whitespace-nowrap text-soft max-sm:ml-1.5 max-sm:inline" suppressHydrationWarning>
          {t("on", { day: format.dateTime(checkTime, { day: "numeric", month: "short", year: "numeric", timeZone }) })}
        </div>
      )}
    </>
  );
}

export const LinkAdded = ({ row }: Cell) => <When at={row.createTime} />;
