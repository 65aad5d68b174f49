"use client";
import { useTranslations } from "next-intl";
import { Input } from "../ui/input";
import { useBeginOfDay, useTimeZone } from "../ui/time-zone";

const DAY_MS = 86_400_000;

/** The day of an instant in a zone, as fields for days have it; "" for none. */
function dayOf(instant: unknown, timeZone: string): string {
  if (typeof instant !== "string") return "";
  return new Date(instant).toLocaleDateString("en-CA", { timeZone });
}

type Props = { from: unknown; to: unknown; onChange: (end: "from" | "to", value: string | undefined) => void };

/** The first and the last day of a list, both included. */
export function DayRange({ from, to, onChange }: Props) {
  const t = useTranslations("list.days");
  const timeZone = useTimeZone();
  const beginOf = useBeginOfDay();
  const before = typeof to === "string" ? new Date(new Date(to).getTime() - DAY_MS / 2).toISOString() : undefined;
  const [first, last] = [dayOf(from, timeZone), dayOf(before, timeZone)];
  const fieldOf = (end: "from" | "to", day: string) => (
    <label className="flex items-center gap-1.5 text-[0.86rem] text-soft max-sm:min-w-0 max-sm:basis-full">
      <span className="max-sm:w-10">{t(end)}</span>
      <Input
        key={day}
        type="date"
        defaultValue={day}
        className="w-auto! py-[0.4rem]! max-sm:min-w-0 max-sm:grow"
        onChange={({ target }) => {
          // While somebody types a year, its first digits are a year of their own.
          if (target.value !== "" && target.value < "1970") return;
          onChange(end, beginOf(target.value, end === "to" ? 1 : 0)?.toISOString());
        }}
      />
    </label>
  );
  return (
    <>
      {fieldOf("from", first)}
      {fieldOf("to", last)}
    </>
  );
}
