"use client";
import { type ComponentProps, useId } from "react";
import { FieldError } from "./field";

type Props = ComponentProps<"input"> & { label: string; hint?: string; error?: string };

/** A box to tick, its label beside it and its hint below. */
export function CheckField({ label, hint, error, ...input }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div>
      <label className="flex min-h-7 items-start gap-2.5">
        <input
          type="checkbox"
          {...input}
          className="mt-[0.2rem]"
          {...(described && { "aria-describedby": described })}
          {...(error && { "aria-invalid": true })}
        />
        <span>
          <span className="break-words">{label}</span>
          {hint && (
            <span id={`${id}-hint`} className="block text-[0.8rem] text-soft">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
