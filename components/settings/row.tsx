"use client";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { FieldError } from "../ui/field";

type Props = {
  name: string;
  label: string;
  text: ReactNode;
  /** The id of its control, which the label names. */
  id?: string;
  error?: string;
  isFound: boolean;
  /** The control is as small as a switch. */
  isNarrow?: boolean;
  /** Under the control. */
  below?: ReactNode;
  children: ReactNode;
};

/** A setting: its words at the left, its control at the right; one under the other in a narrow window. */
export function Row({ name, label, text, id, error, isFound, isNarrow, below, children }: Props) {
  const Label = id ? "label" : "span";
  return (
    <div
      id={`setting-${name}`}
      data-found={isFound || undefined}
      className={clsx(
        "grid scroll-m-24 gap-x-8 gap-y-2 border-t px-5 py-4 first-of-type:border-t-0 max-sm:px-4",
        isNarrow ? "grid-cols-[minmax(0,1fr)_auto]" : "xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]",
        isFound && "bg-accent/8 shadow-[inset_3px_0_0_var(--accent)]",
      )}
    >
      <div className="min-w-0">
        <Label id={`${name}-label`} {...(id && { htmlFor: id })} className="block font-[540]">
          {label}
        </Label>
        <p id={`${name}-text`} className="mt-0.5 text-[0.86rem] text-soft">
          {text}
        </p>
      </div>
      <div className="grid min-w-0 content-start gap-1.5">
        {children}
        <FieldError id={`${name}-error`} error={error} />
        {below}
      </div>
    </div>
  );
}
