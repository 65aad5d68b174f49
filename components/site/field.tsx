import type { ComponentProps } from "react";

type Props = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** It may be left empty. */
  optional?: boolean;
  /** Lines of a text longer than one. */
  rows?: number;
} & Pick<ComponentProps<"input">, "type" | "autoComplete" | "defaultValue" | "maxLength" | "autoFocus" | "spellCheck" | "autoCapitalize">;

/** One field of a plain form, with what is wrong with it beside it. */
export function Field({ name, label, hint, error, optional, rows, type, ...input }: Props) {
  const about = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  const shared = { id: name, name, required: !optional, "aria-invalid": error ? true : undefined, "aria-describedby": about || undefined, ...input } as const;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {rows === undefined ? <input type={type} {...shared} /> : <textarea rows={rows} {...shared} />}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
