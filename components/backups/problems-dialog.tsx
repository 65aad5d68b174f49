"use client";
import { useTranslations } from "next-intl";
import type { ActionDialog } from "../resource/resource";
import { Dialog, DialogContent } from "../ui/dialog";
import type { ListedBackup } from "./list";

/** What is wrong with a backup, all of it. */
export const ProblemsDialog: ActionDialog<ListedBackup> = ({ row, onClose }) => {
  const t = useTranslations("backups");
  if (!row) return null;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={t("problemsTitle")}
        description={t("problemsText")}
        className="w-[min(38rem,calc(100vw-1.5rem))]!"
      >
        <ul
          // Scrolls, so the keyboard has to reach it.
          tabIndex={0}
          aria-label={t("actions.problems")}
          className="max-h-[50vh] divide-y overflow-y-auto rounded-md border"
        >
          {row.verified.problems.map(({ path, reason }, at) => (
            <li key={`${at} ${path}`} className="px-3 py-2">
              {path !== "" && <code className="block text-[0.8rem] wrap-anywhere text-soft">{path}</code>}
              {reason}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
};
