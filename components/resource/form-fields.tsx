"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Control, Controller, type FieldValues, type Path, type RegisterOptions } from "react-hook-form";
import { Swatch } from "../ui/badge";
import { CheckField } from "../ui/check-field";
import { CheckGroup } from "../ui/check-group";
import { DateField } from "../ui/date-field";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { Select } from "../ui/select";
import { Textarea } from "../ui/textarea";

/** A choice of a field; null is none. */
type FieldChoice = { id: string | number | null; name: string; depth?: number };

/**
 * A field of a form. Its label is the word `{word}`, which is its name unless given, and its hint `{word}Hint` where
 * there is one.
 */
export type FormField<T extends FieldValues> = { name: Path<T>; word?: string } & (
  | { kind: "text" | "address" | "moment" | "number" | "switch" }
  /** `optional`: nothing typed is null. */
  | { kind: "email"; optional?: true }
  /** Never shown, and null where it is left empty. */
  | { kind: "secret" }
  /** Several of a few; `{word}Needed` says that one is needed. */
  | { kind: "checks"; choices: readonly { value: string; label: string; hint?: string }[] }
  | { kind: "long"; rows?: number }
  | { kind: "choice"; choices: readonly FieldChoice[] }
  /** Also by a colour of the palette, whose label is the word `palette`. */
  | { kind: "color"; palette: readonly string[] }
  /** One of the page's own, such as a picture. */
  | { kind: "own"; field: (props: OwnField<T>) => ReactNode }
);

/** What a page's own field gets: its words, its value, and the other values of the form. */
export type OwnField<T extends FieldValues> = {
  label: string;
  hint?: string;
  error?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** Another field of the form. */
  valueOf: (name: Path<T>) => string;
  setValue: (name: Path<T>, value: string | null) => void;
};

/** A value as one of the field's choices names it. */
export function inWords<T extends FieldValues>(field: FormField<T> | undefined, value: unknown): string | null {
  if (field?.kind === "choice") return field.choices.find(({ id }) => id === value)?.name ?? null;
  if (field?.kind !== "checks" || !Array.isArray(value)) return null;
  return value.map((each) => field.choices.find((choice) => choice.value === each)?.label ?? String(each)).join(", ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

type Props<T extends FieldValues> = {
  words: string;
  fields: readonly FormField<T>[];
  control: Control<T>;
  register: (name: Path<T>, options?: RegisterOptions<T, Path<T>>) => object;
  setValue: (name: Path<T>, value: string | null) => void;
  valueOf: (name: Path<T>) => unknown;
  errorOf: (name: Path<T>) => string | undefined;
};

/** The fields of a form by their kinds, each with its label, hint and error. */
export function FormFields<T extends FieldValues>({
  words,
  fields,
  control,
  register,
  setValue,
  valueOf,
  errorOf,
}: Props<T>) {
  const t = useTranslations(words);
  return fields.map((field) => {
    const { name, kind } = field;
    const word: string = field.word ?? name;
    const error = errorOf(name);
    const frame = { label: t(word), ...(t.has(`${word}Hint`) && { hint: t(`${word}Hint`) }), ...(error && { error }) };
    if (kind === "switch") return <CheckField key={name} {...frame} {...register(name)} />;
    if (kind === "own")
      return (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur } }) => (
            <>
              {field.field({
                ...frame,
                value: textOf(value),
                onChange,
                onBlur,
                setValue,
                valueOf: (other) => textOf(valueOf(other)),
              })}
            </>
          )}
        />
      );
    if (kind === "checks")
      return (
        <CheckGroup
          key={name}
          label={t(word)}
          error={error && t(`${word}Needed`)}
          field={register(name)}
          choices={field.choices}
        />
      );
    if (kind === "moment")
      return (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <Field {...frame}>
              <DateField ref={ref} value={value} onChange={onChange} onBlur={onBlur} />
            </Field>
          )}
        />
      );
    if (kind === "color")
      return (
        <div key={name} className="grid gap-4">
          <Field {...frame}>
            <Input {...register(name)} autoComplete="off" spellCheck={false} />
          </Field>
          <div className="flex flex-wrap gap-1.5" role="group" aria-label={t("palette")}>
            {field.palette.map((color) => (
              <button
                key={color}
                type="button"
                aria-label={color}
                aria-pressed={color === valueOf(name)}
                onClick={() => setValue(name, color)}
                className="grid size-8 place-items-center rounded-full border-2 border-transparent aria-pressed:border-ink"
              >
                <Swatch color={color} large />
              </button>
            ))}
          </div>
        </div>
      );
    return (
      <Field key={name} {...frame}>
        {kind === "long" ? (
          <Textarea {...register(name)} rows={field.rows ?? 3} />
        ) : kind === "choice" ? (
          <Select
            className="w-full"
            {...register(name, {
              setValueAs: (value: string | number | null) =>
                field.choices.find(({ id }) => String(id ?? "") === String(value ?? ""))?.id ?? null,
            })}
          >
            {field.choices.map(({ id, name: label, depth = 0 }) => (
              <option key={id} value={id ?? ""}>
                {"\u2003".repeat(depth) + label}
              </option>
            ))}
          </Select>
        ) : kind === "email" ? (
          <Input
            type="email"
            autoComplete="off"
            {...register(name, {
              ...(field.optional && { setValueAs: (typed: string | null) => (typed?.trim() ? typed.trim() : null) }),
            })}
          />
        ) : kind === "secret" ? (
          <Input
            {...register(name, {
              setValueAs: (typed: unknown) => (typeof typed === "string" && typed !== "" ? typed : null),
            })}
            type="password"
            autoComplete="new-password"
            spellCheck={false}
          />
        ) : kind === "number" ? (
          <Input
            type="number"
            step="any"
            {...register(name, { setValueAs: (value: unknown) => (value === "" ? null : Number(value)) })}
          />
        ) : (
          <Input
            {...register(name)}
            {...(kind === "address" && { inputMode: "url" as const, placeholder: "https://… · /…" })}
            autoComplete="off"
            spellCheck={kind === "text" && name !== "slug" ? undefined : false}
          />
        )}
      </Field>
    );
  });
}
