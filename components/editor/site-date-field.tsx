"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useDesk } from "../admin/desk";
import { DateField } from "../ui/date-field";
import { useTimeZone } from "../ui/time-zone";

/** The time zone of the site, and whether it is another than the reader's. */
export function useSiteTimeZone(): { timeZone: string; isElsewhere: boolean } {
  const { siteTimeZone: timeZone } = useDesk().shell;
  return { timeZone, isElsewhere: timeZone !== useTimeZone() };
}

/** The date of a text, by the site's clocks; where the reader's show another time, both are said. */
export function SiteDateField(props: Omit<ComponentProps<typeof DateField>, "timeZone">) {
  const t = useTranslations("editor.settings");
  const format = useFormatter();
  const { timeZone, isElsewhere } = useSiteTimeZone();
  const own = useTimeZone();
  const at = Date.parse(props.value);
  return (
    <>
      <DateField {...props} timeZone={timeZone} />
      {isElsewhere && (
        <p className="mt-1 text-[0.8rem] text-soft" suppressHydrationWarning>
          {Number.isNaN(at)
            ? t("zone", { zone: timeZone })
            : t("zoneAndHere", {
                zone: timeZone,
                here: format.dateTime(at, { dateStyle: "medium", timeStyle: "short", timeZone: own }),
              })}
        </p>
      )}
    </>
  );
}
