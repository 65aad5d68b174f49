"use client";
import { useFormatter } from "next-intl";
import { useTimeZone } from "../ui/time-zone";
import { RowName } from "./row-title";

type Props = { row: { createTime: Date | string; name: string } };

/** The title of a row that stands for a file of this program: when it was made, and its name. */
export function MadeFile({ row: { createTime, name } }: Props) {
  const format = useFormatter();
  const timeZone = useTimeZone();
  return (
    <>
      <RowName>
        <span suppressHydrationWarning>
          {format.dateTime(new Date(createTime), { dateStyle: "medium", timeStyle: "short", timeZone })}
        </span>
      </RowName>
      <div className="mt-px font-mono text-[0.76rem] wrap-anywhere text-soft">{name}</div>
    </>
  );
}
