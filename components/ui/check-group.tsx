"use client";
import { type ComponentProps, useId } from "react";
import { FieldError } from "./field";

type Props = {
  label: string;
  error?: string;
  choices: readonly { value: string; label: string; hint?: string }[];
  /** What the form gives for the field; every box gets it. */
  field: ComponentProps<"input">;
};

/** Several of a few choices. */
export function CheckGroup({ label, error, choices, field }: Props) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" {...(error && { "aria-describedby": `${id}-error` })}>
      <legend className="mb-1.5 text-[0.82rem] font-[540]">{label}</legend>
      {choices.map(({ value, label: name, hint }) => (
        <label key={value} className="flex min-h-7 items-start gap-2.5">
          <input
            type="checkbox"
            value={value}
            {...field}
            className="mt-[0.2rem]"
            aria-invalid={error ? true : undefined}
            {...(hint && { "aria-describedby": `${id}-${value}` })}
          />
          <span>
            <span className="break-words">{name}</span>
            {hint && (
              <span id={`${id}-${value}`} className="block text-[0.8rem] text-soft">
                {hint}
              </span>
            )}
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
