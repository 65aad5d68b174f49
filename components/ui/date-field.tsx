"use client";
import type { ComponentProps } from "react";
import { Input } from "./input";
import { useTimeZone } from "./time-zone";
import { instantAt, wallClock } from "../../lib/core/calendar";

type Props = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  value: string;
  onChange: (iso: string) => void;
  /** Where it is not the reader's. */
  timeZone?: string;
};

/** A date and time as ISO 8601, shown and typed in a time zone; "" is none. */
export function DateField({ value, onChange, timeZone: given, ...rest }: Props) {
  const own = useTimeZone();
  const timeZone = given ?? own;
  const isTime = value !== "" && !Number.isNaN(Date.parse(value));
  return (
    <Input
      type="datetime-local"
      value={isTime ? wallClock(new Date(value), timeZone) : ""}
      onChange={(event) => onChange(instantAt(event.target.value, timeZone)?.toISOString() ?? "")}
      {...rest}
    />
  );
}
