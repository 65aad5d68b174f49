import type { ComponentProps, ReactNode } from "react";

type Words = { name: string; label: string; hint?: string; error?: string };
type Props = Words & {
  /** Rows of a text area. */
  rows?: number;
} & Pick<
    ComponentProps<"input">,
    | "type"
    | "autoComplete"
    | "defaultValue"
    | "maxLength"
    | "min"
    | "max"
    | "required"
    | "autoFocus"
    | "spellCheck"
    | "autoCapitalize"
  >;

const aboutOf = ({ name, hint, error }: Words) =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** A field's hint and error. */
function Said({ name, hint, error, children }: Omit<Words, "label"> & { children: ReactNode }) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </>
  );
}

/** One field of a plain form, with its error. */
export function Field({ name, label, hint, error, rows, type, ...input }: Props) {
  const shared = {
    id: name,
    name,
    required: true,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": aboutOf({ name, label, hint, error }),
    ...input,
  } as const;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <Said name={name} hint={hint} error={error}>
        {rows === undefined ? <input type={type} {...shared} /> : <textarea rows={rows} {...shared} />}
      </Said>
    </div>
  );
}

type Several = Words & { defaultValue?: string; autoFocus?: boolean; options: { value: string; label: string }[] };

/** One choice from a select. */
export function Picker({ name, label, hint, error, options, ...select }: Several) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <Said name={name} hint={hint} error={error}>
        <select
          id={name}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={aboutOf({ name, label, hint, error })}
          {...select}
        >
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </Said>
    </div>
  );
}

/** One choice from radio buttons; `swatch` shows each in its colour. */
export function Choice({
  name,
  label,
  hint,
  error,
  options,
  defaultValue,
  autoFocus,
  swatch,
}: Several & { swatch?: "accent" }) {
  return (
    <div
      className="field choice"
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={aboutOf({ name, label, hint, error })}
    >
      <p className="label" id={`${name}-label`}>
        {label}
      </p>
      <Said name={name} hint={hint} error={error}>
        <div className="options">
          {options.map(({ value, label: words }) => (
            <label key={value}>
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === defaultValue}
                autoFocus={autoFocus && value === defaultValue}
              />
              {swatch && <span className="swatch" data-accent={value} aria-hidden />}
              {words}
            </label>
          ))}
        </div>
      </Said>
    </div>
  );
}
