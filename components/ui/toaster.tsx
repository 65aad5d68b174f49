"use client";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Toaster as Sonner, toast } from "sonner";

/** Where short messages appear; they stay while pointed at or focused, and Alt-T leads to them. */
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
 * The way back, as a button of a message. It gives the focus back before its message goes: otherwise the last
 * message to go would give it back, and take it from whatever has it by then.
 */
export const wayBack = ({ label, run }: WayBack) => ({
  label,
  onClick: (event: MouseEvent<HTMLButtonElement>) => {
    event.currentTarget.blur();
    run();
  },
});

/** Says that something was done, with the way back. */
export const sayDone = (message: string, undo?: WayBack) => toast(message, undo && { action: wayBack(undo) });

/** Says that something was not done. */
export const sayFailed = (message: string) => toast.error(message, { duration: 12_000 });
