"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { late } from "../ui/late";
import { onSessionEnded } from "../ui/session";

const SignInDialog = late(async () => (await import("./sign-in-dialog")).SignInDialog);

/** Where the session has ended, somebody signs in on the page they are on, and what they did goes on. */
export function SignInAgain({ username }: { username: string }) {
  const t = useTranslations("editor.signIn");
  const [open, setOpen] = useState(false);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);
  useEffect(
    () =>
      onSessionEnded(
        () =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setOpen(true);
          }),
      ),
    [],
  );
  const settle = useCallback((isBack: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isBack);
  }, []);
  const onBack = useCallback(() => settle(true), [settle]);
  return (
    <SignInDialog text={t("goesOn")} username={username} open={open} onClose={() => settle(false)} onBack={onBack} />
  );
}
