"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useListing } from "./listing";

const buttonLook =
  "rounded-md px-2.5 py-1.5 max-sm:px-2 font-[540] whitespace-nowrap hover:bg-on-ink/12 disabled:opacity-50 focus-visible:outline-on-ink";

/** The actions on the selected rows; shown while there are some. */
export function BulkBar() {
  const { resource, selection, bar, isBusyWith, act } = useListing();
  const t = useTranslations(resource.words);
  const kit = useTranslations("list");
  return (
    <div
      role="toolbar"
      aria-label={t("bulk.label")}
      className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full items-center gap-1 max-sm:gap-0 overflow-x-auto rounded-[10px] bg-ink py-1.5 pr-1.5 pl-4 max-sm:pl-3 text-on-ink shadow-[0_8px_24px_#0003]"
    >
      <span role="status" className="mr-1.5 whitespace-nowrap">
        {kit("selected", { count: selection.ids.length })}
      </span>
      {bar.map((action) => (
        <button
          key={action.name}
          type="button"
          onClick={() => act(action)}
          disabled={isBusyWith(selection.ids) || selection.isSelecting}
          className={buttonLook}
        >
          {t(`bulk.${action.name}`)}
        </button>
      ))}
      {/* In reach where the actions are wider than a phone, and scroll. */}
      <span className="sticky right-0 rounded-md bg-ink">
        <button type="button" onClick={selection.clear} aria-label={kit("clear")} className={buttonLook}>
          <X aria-hidden className="size-4" />
        </button>
      </span>
    </div>
  );
}
