import type { ComponentProps } from "react";

type Props = { name: string; label: string; hint?: string; error?: string } & Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "defaultValue" | "maxLength" | "autoFocus" | "spellCheck" | "autoCapitalize"
>;

/** One field of a plain form, with what is wrong with it beside it. */
export function Field({ name, label, hint, error, ...input }: Props) {
  const about = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <input id={name} name={name} required aria-invalid={error ? true : undefined} aria-describedby={about || undefined} {...input} />
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
