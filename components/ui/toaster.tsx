"use client";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Toaster as Sonner, toast } from "sonner";

/** Short messages; they stay while hovered or focused, and Alt-T focuses them. */
export function Toaster() {
  const t = useTranslations("ui");
  return (
    <Sonner
      position="bottom-right"
      containerAriaLabel={t("messages")}
      duration={8000}
      closeButton={false}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-3 rounded-lg bg-ink px-4 py-3 text-[0.88rem] text-on-ink shadow-xl font-sans",
          content: "grow",
          actionButton: "rounded px-2 py-1 font-semibold underline underline-offset-3 shrink-0",
          icon: "hidden",
        },
      }}
    />
  );
}

type WayBack = { label: string; run: () => void };

/**
 * The Undo button of a message. It returns the focus before its message closes: otherwise the closing of the last
 * message would move the focus from wherever it is then.
 */
export const wayBack = ({ label, run }: WayBack) => ({
  label,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.blur();
    run();
  },
});

/** Reports a success, with Undo. */
export const sayDone = (message: string, undo?: WayBack) => toast(message, undo && { action: wayBack(undo) });

/** Reports a failure. */
export const sayFailed = (message: string) => toast.error(message, { duration: 12_000 });
