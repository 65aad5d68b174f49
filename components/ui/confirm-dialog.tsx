"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { AlertDialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { veilLook } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";
import { useReturnFocus } from "./use-return-focus";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: ReactNode;
  action: string;
  onConfirm: () => void;
  /** A word to type before the action, such as the number of things that are deleted. */
  typed?: { label: string; value: string };
};

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({ open, onOpenChange, title, text, action, onConfirm, typed }: Props) {
  const t = useTranslations("ui");
  const focus = useReturnFocus();
  const [answer, setAnswer] = useState("");
  const change = (next: boolean) => {
    setAnswer("");
    onOpenChange(next);
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={clsx(veilLook, "z-50")} />
        <Radix.Content
          {...focus}
          className="appear fixed top-[max(1rem,18vh)] left-1/2 z-50 w-[min(27rem,calc(100vw-1.5rem))] -translate-x-1/2 rounded-xl border bg-raised p-5 shadow-2xl focus:outline-none"
        >
          <Radix.Title className="text-[1.05rem] font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-soft">{text}</Radix.Description>
          {typed && (
            <Field label={typed.label} className="mt-4">
              <Input
                value={answer}
                onChange={(event) => setAnswer(event.target.value)}
                autoComplete="off"
                inputMode="numeric"
              />
            </Field>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{t("cancel")}</Button>
            </Radix.Cancel>
            <Radix.Action asChild onClick={onConfirm}>
              <Button look="grave" disabled={typed !== undefined && answer.trim() !== typed.value}>
                {action}
              </Button>
            </Radix.Action>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
