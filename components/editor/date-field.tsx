"use client";
import type { ComponentProps } from "react";
import { Input } from "../ui/input";

const two = (value: number) => String(value).padStart(2, "0");

/** A time in the form of `datetime-local`: in this device's time zone. */
const shown = (iso: string): string => {
  const date = new Date(iso);
  return iso === "" || Number.isNaN(date.getTime())
    ? ""
    : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  value: string;
  onChange: (iso: string) => void;
};

/** A date and time as ISO 8601; "" is none. */
export const DateField = ({ value, onChange, ...rest }: Props) => (
  <Input
    type="datetime-local"
    value={shown(value)}
    onChange={(event) => onChange(event.target.value === "" ? "" : new Date(event.target.value).toISOString())}
    {...rest}
  />
);
