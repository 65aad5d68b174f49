"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { leaveToOpenList, veilLook } from "./dialog";
import { useReturnFocus } from "./use-return-focus";

export const SidePanel = Radix.Root;

type Props = { title: string; side?: "left" | "right"; hideTitle?: boolean; className?: string; children: ReactNode };

/** A panel at the side of the window that behaves like a dialog. */
export function SidePanelContent({ title, side = "right", hideTitle, className, children }: Props) {
  const t = useTranslations("ui");
  const focus = useReturnFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className={veilLook} />
      <Radix.Content
        {...focus}
        onEscapeKeyDown={leaveToOpenList}
        aria-describedby={undefined}
        className={clsx(
          "fixed inset-y-0 z-50 flex w-[min(19rem,calc(100vw-3rem))] flex-col overflow-y-auto bg-paper p-4 shadow-2xl focus:outline-none",
          side === "left" ? "slide-in left-0 border-r" : "appear right-0 border-l",
          className,
        )}
      >
        <Radix.Title className={hideTitle ? "sr-only" : "mb-3 pr-10 text-[1.05rem] font-semibold"}>{title}</Radix.Title>
        {children}
        <Radix.Close asChild>
          <Button look="quiet" size="icon" className="absolute top-2.5 right-2.5" aria-label={t("close")}>
            <X aria-hidden />
          </Button>
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}
