"use client";
import { type ComponentProps, useId } from "react";
import { CheckField } from "./check-field";
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
      {/* Above the first box, which a refused form leads to: below many it would be out of sight. */}
      <FieldError id={`${id}-error`} error={error} />
      {choices.map(({ value, label: name, hint }) => (
        <CheckField
          key={value}
          label={name}
          hint={hint}
          value={value}
          {...field}
          aria-invalid={error ? true : undefined}
        />
      ))}
    </fieldset>
  );
}
