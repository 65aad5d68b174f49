"use client";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { When } from "../ui/when";
import { LateDiff as DiffView } from "./late-diff";
import type { LocalCopy } from "./local-copy";

type Props = { copy: LocalCopy | null; saved: string; onRestore: () => void; onDiscard: () => void; onClose: () => void };

/** This device kept a text that the server does not have: compare, then take it up or let it go. */
export function RecoveryDialog({ copy, saved, onRestore, onDiscard, onClose }: Props) {
  const t = useTranslations("editor.recovery");
  return (
    <Dialog open={copy !== null} onOpenChange={(open) => !open && onClose()}>
      {copy && (
        <DialogContent
          still
          title={t("title")}
          description={
            <>
              {t("text")} <When at={new Date(copy.time)} />
            </>
          }
          className="!w-[min(52rem,calc(100vw-1.5rem))]"
        >
          {copy.draft.originalContent === saved ? <p className="rounded-md border p-3 text-soft">{t("fieldsOnly")}</p> : <DiffView before={saved} after={copy.draft.originalContent} label={t("diff")} />}
          <DialogActions>
            <Button onClick={onDiscard}>{t("discard")}</Button>
            <Button look="strong" onClick={onRestore}>
              {t("restore")}
            </Button>
          </DialogActions>
        </DialogContent>
      )}
    </Dialog>
  );
}
