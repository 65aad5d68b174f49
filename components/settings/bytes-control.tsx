"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Input } from "../ui/input";
import { Select } from "../ui/select";

const units = [1, 1024, 1_048_576, 1_073_741_824] as const;
type Unit = (typeof units)[number];

/** The largest unit of which it is a whole number. */
export const unitOf = (bytes: number): Unit =>
  units.findLast((unit) => Number.isInteger(bytes / unit) && bytes >= unit) ?? 1;

type Props = {
  control: ComponentProps<"input">;
  label: string;
  /** Where the form holds it. */
  field: UseFormRegisterReturn;
  value: string;
  onValue: (value: string) => void;
};

const isNumber = (text: string) => /^\d{1,15}([.,]\d{1,6})?$/.test(text.trim());

/** A number of bytes, typed in a unit. What is no number goes on as it was typed, and is refused. */
export function BytesControl({ control, label, field, value, onValue }: Props) {
  // Without its ref: the form would write bytes into the field.
  const { name, onBlur } = field;
  const t = useTranslations("settings");
  const [unit, setUnit] = useState<Unit>(() => unitOf(Number(value)));
  const [typed, setTyped] = useState<string | null>(null);
  const bytesOf = (text: string, by: Unit) =>
    isNumber(text) ? String(Math.round(Number(text.trim().replace(",", ".")) * by)) : text;
  // What was typed stands while it means the value: another value came from elsewhere, such as "back to default".
  const own = typed !== null && bytesOf(typed, unit) === value ? typed : null;
  const inUnit = isNumber(value) ? String(Number(value) / unit) : value;
  return (
    <span className="flex gap-2">
      <Input
        {...control}
        name={name}
        onBlur={(event) => void onBlur(event)}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-40"
        value={own ?? inUnit}
        onChange={({ target }) => {
          setTyped(target.value);
          onValue(bytesOf(target.value, unit));
        }}
      />
      <Select
        aria-label={t("unit", { name: label })}
        value={unit}
        onChange={({ target }) => {
          const next = units.find((each) => String(each) === target.value) ?? 1;
          setUnit(next);
          setTyped(own ?? inUnit);
          onValue(bytesOf(own ?? inUnit, next));
        }}
      >
        {units.map((each) => (
          <option key={each} value={each}>
            {t(`units.${each}`)}
          </option>
        ))}
      </Select>
    </span>
  );
}
