"use client";
import { clsx } from "clsx";
import { Slot } from "radix-ui";
import { type ReactNode, useId } from "react";

type Props = { label: string; hint?: ReactNode; error?: string; className?: string; children: ReactNode };

/** A field's error, if any. */
export const FieldError = ({ id, error }: { id?: string; error?: string }) =>
  error ? (
    <p id={id} role="alert" className="text-[0.82rem] text-wrong">
      {error}
    </p>
  ) : null;

/** A label, one control, and its hint and error; the control gets the ids and states that connect them. */
export function Field({ label, hint, error, className, children }: Props) {
  const id = useId();
  const about = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={clsx("grid content-start gap-1.5", className)}>
      <label htmlFor={id} className="text-[0.82rem] font-[540]">
        {label}
      </label>
      <Slot.Root id={id} aria-invalid={error ? true : undefined} aria-describedby={about || undefined}>
        {children}
      </Slot.Root>
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-[0.8rem] text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
