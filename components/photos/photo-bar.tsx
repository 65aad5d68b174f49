"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";

type Props = { count: number; onTeam: () => void; onDelete: () => void; onClear: () => void };
const buttonLook =
  "rounded-md px-2.5 py-1.5 font-[540] whitespace-nowrap hover:bg-on-ink/12 focus-visible:outline-on-ink";

/** The actions on the selected photos; shown while there are some. */
export function PhotoBar({ count, onTeam, onDelete, onClear }: Props) {
  const t = useTranslations("photoWall");
  const list = useTranslations("list");
  return (
    <div
      role="toolbar"
      aria-label={t("selected")}
      className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full items-center gap-1 overflow-x-auto rounded-[10px] bg-ink py-1.5 pr-1.5 pl-4 text-on-ink shadow-[0_8px_24px_#0003]"
    >
      <span role="status" className="mr-1.5 whitespace-nowrap">
        {list("selected", { count })}
      </span>
      <button type="button" onClick={onTeam} className={buttonLook}>
        {t("team")}
      </button>
      <button type="button" onClick={onDelete} className={buttonLook}>
        {t("delete")}
      </button>
      <button type="button" onClick={onClear} aria-label={list("clear")} className={buttonLook}>
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
