"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";
import { When } from "../ui/when";
import { sameTexts, type Text } from "./edits";
import { LateDiff as DiffView } from "./late-diff";
import type { Copy } from "./shelf";

type Props = {
  open: boolean;
  copies: Copy[];
  /** The shown copy; null where the dialog is closed. */
  shown: Copy | null;
  onShow: (copy: Copy) => void;
  /** The text on screen. */
  text: Text;
  onRestore: (copy: Copy) => void;
  onDelete: (copy: Copy) => void;
  onLater: (copy: Copy) => void;
};

/** A text that only this device has: compare it with the screen, restore it, delete it, or leave it. */
export function KeptDialog({ open: isOpen, copies, shown, onShow, text, onRestore, onDelete, onLater }: Props) {
  const t = useTranslations("editor.kept");
  const [asking, setAsking] = useState(false);
  const at = copies.findIndex(({ id }) => id === shown?.id);
  const next = copies[(at + 1) % Math.max(1, copies.length)];
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && shown && onLater(shown)}>
      {shown && (
        <DialogContent
          still
          title={t("title")}
          description={
            <>
              {t("text")} <When at={new Date(shown.time)} />
            </>
          }
          className="!w-[min(52rem,calc(100vw-1.5rem))]"
        >
          {shown.edits.title.trim() !== "" && (
            <p className="mb-2 font-[540] [overflow-wrap:anywhere]">{shown.edits.title}</p>
          )}
          {sameTexts(shown.edits, text) ? (
            <p className="rounded-md border p-3 text-soft">{t("fieldsOnly")}</p>
          ) : (
            <>
              <DiffView before={text} after={shown.edits} label={t("diff")} />
              <p className="mt-2 text-[0.8rem] text-soft">{t("legend")}</p>
            </>
          )}
          <DialogActions>
            {copies.length > 1 && next && (
              <Button look="quiet" className="mr-auto" onClick={() => onShow(next)}>
                {t("next", { at: at + 1, count: copies.length })}
              </Button>
            )}
            <Button onClick={() => setAsking(true)}>{t("delete")}</Button>
            <Button onClick={() => onLater(shown)}>{t("later")}</Button>
            <Button look="strong" onClick={() => onRestore(shown)}>
              {t("restore")}
            </Button>
          </DialogActions>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={t("deleteTitle")}
            text={t("deleteText")}
            action={t("delete")}
            onConfirm={() => onDelete(shown)}
          />
        </DialogContent>
      )}
    </Dialog>
  );
}
