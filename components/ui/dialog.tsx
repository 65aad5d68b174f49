"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { useReturnFocus } from "./use-return-focus";

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

export const veilLook = "fixed inset-0 z-40 bg-black/40";

type Props = {
  title: string;
  description?: ReactNode;
  hideTitle?: boolean;
  still?: boolean;
  className?: string;
  children: ReactNode;
};

function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** Escape in a field whose list is open closes that list alone. The list of the command palette is always open. */
export const leaveToOpenList = (event: KeyboardEvent): void => {
  if (event.target instanceof Element && event.target.matches("[role=combobox][aria-expanded=true]:not([cmdk-input])"))
    event.preventDefault();
};

/**
 * A dialog: takes the focus, keeps it, and returns it. One that opens by itself is `still`: a key on its way presses
 * nothing.
 */
export function DialogContent({ title, description, hideTitle, still, className, children }: Props) {
  const t = useTranslations("ui");
  const focus = useReturnFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className={veilLook} />
      <Radix.Content
        {...focus}
        onEscapeKeyDown={leaveToOpenList}
        onOpenAutoFocus={(event) => {
          focus.onOpenAutoFocus();
          if (still) focusWhole(event);
        }}
        {...(!description && { "aria-describedby": undefined })}
        className={clsx(
          "appear fixed top-[max(1rem,10vh)] left-1/2 z-50 flex max-h-[min(85vh,calc(100dvh-2rem))] w-[min(30rem,calc(100vw-1.5rem))] -translate-x-1/2 scroll-pb-24 flex-col overflow-y-auto rounded-xl border bg-raised shadow-2xl focus:outline-none",
          !hideTitle && "p-5",
          className,
        )}
      >
        <div className={hideTitle ? "sr-only" : "mb-4 pr-8"}>
          <Radix.Title className="text-[1.05rem] font-semibold">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>}
        </div>
        {children}
        {!hideTitle && (
          <Radix.Close asChild>
            <Button look="quiet" size="smallIcon" className="absolute top-3.5 right-3.5" aria-label={t("close")}>
              <X aria-hidden />
            </Button>
          </Radix.Close>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}

/**
 * The buttons of a dialog, the main one last. `stays`: in view at its lower edge, however long the dialog is; browsers
 * measure that from within its padding.
 */
export const DialogActions = ({ stays, children }: { stays?: boolean | undefined; children: ReactNode }) => (
  <div
    className={clsx(
      "flex flex-wrap justify-end gap-2",
      stays
        ? "sticky -bottom-5 z-1 -mx-5 mt-1 -mb-5 bg-raised px-5 pt-3 pb-5 shadow-[0_-0.5rem_0.5rem_var(--raised)]"
        : "mt-5",
    )}
  >
    {children}
  </div>
);
