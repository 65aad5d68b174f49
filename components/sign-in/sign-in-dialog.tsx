"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Dialog, DialogContent } from "../ui/dialog";
import { late } from "../ui/late";

const SignInForm = late(async () => (await import("./sign-in-form")).SignInForm);

/** `text`: what becomes of what was being done; `username`: who was signed in. */
type Props = { text: string; username: string; open: boolean; onClose: () => void; onBack: () => void };

/** The session has ended: sign in here, or in another window, and what was being done goes on. */
export function SignInDialog({ text, username, open, onClose, onBack }: Props) {
  const t = useTranslations("editor.signIn");
  useEffect(() => {
    if (!open) return;
    window.addEventListener("focus", onBack);
    return () => window.removeEventListener("focus", onBack);
  }, [open, onBack]);
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={t("title")} description={text}>
        <SignInForm username={username} onBack={onBack} />
      </DialogContent>
    </Dialog>
  );
}
