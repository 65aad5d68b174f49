"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { sayFailed } from "../ui/toaster";
import type { Selection } from "./use-selection";

/** The most rows in one request. */
const MOST_AT_ONCE = 1000;

/** After a whole page was selected: selects all the others. */
export function SelectionNote({ selection, onPage, total }: { selection: Selection; onPage: number; total: number }) {
  const t = useTranslations("list");
  if (selection.page !== "all" || total <= onPage) return null;
  const most = Math.min(total, MOST_AT_ONCE);
  const hasAll = selection.ids.length >= most;
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-2 text-soft" role="status">
      {hasAll ? t("selectedAll", { count: selection.ids.length }) : t("selectedPage", { count: onPage })}
      {!hasAll && (
        <Button
          look="quiet"
          size="small"
          className="underline underline-offset-3"
          disabled={selection.isSelecting}
          onClick={() => void selection.selectAll().then((answered) => answered || sayFailed(t("failed")))}
        >
          {total > MOST_AT_ONCE ? t("selectFirst", { count: most }) : t("selectAll", { count: total })}
        </Button>
      )}
    </p>
  );
}
