"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogContent } from "../ui/dialog";

type Props = { open: boolean; onClose: () => void; onBack: () => void };

/** The sign-in ended while writing: sign in beside it, come back, and the saving goes on. */
export function SignInDialog({ open, onClose, onBack }: Props) {
  const t = useTranslations("editor.signIn");
  useEffect(() => {
    if (!open) return;
    window.addEventListener("focus", onBack);
    return () => window.removeEventListener("focus", onBack);
  }, [open, onBack]);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={t("title")} description={t("text")}>
        <DialogActions>
          <Button onClick={onBack}>{t("again")}</Button>
          <Button look="strong" asChild>
            <a href="/login?next=%2Fadmin" target="_blank" rel="noopener">
              {t("open")}
            </a>
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
