"use client";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect } from "react";
import { Dialog, DialogContent } from "../ui/dialog";

/** Fetched when a sign-in has ended: with the shapes it checks by, it is heavier than all the rest of the dialogs. */
const SignInForm = lazy(() => import("./sign-in-form"));

type Props = { open: boolean; onClose: () => void; onBack: () => void };

/** The sign-in ended while writing: sign in here, or in another window, and the saving goes on. */
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
        <Suspense fallback={<p role="status">…</p>}>
          <SignInForm onBack={onBack} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
