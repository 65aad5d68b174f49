"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Dialog, DialogContent } from "../ui/dialog";
import { late } from "../ui/late";

const SignInForm = late(async () => (await import("./sign-in-form")).SignInForm);

type Props = { open: boolean; onClose: () => void; onBack: () => void };

/** The session ended while writing: sign in here, or in another window, and saving continues. */
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
        <SignInForm onBack={onBack} />
      </DialogContent>
    </Dialog>
  );
}
