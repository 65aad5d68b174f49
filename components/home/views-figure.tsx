"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import type { Views } from "../../lib/features/statistics/views-schema";
import { late } from "../ui/late";

const ViewsChart = late(async () => (await import("./views-chart")).ViewsChart);

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** The views of each day as a table, the newest first. */
function ViewsTable({ daily }: Pick<Views, "daily">) {
  const t = useTranslations("dashboard.views");
  const format = useFormatter();
  return (
    // Focusable, so that the keyboard can scroll it.
    <div tabIndex={0} role="region" aria-label={t("table")} className="h-56 overflow-y-auto rounded-md border">
      <table className="w-full">
        <caption className="sr-only">{t("title")}</caption>
        <thead className="sticky top-0 bg-raised text-left">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-[560]">
              {t("day")}
            </th>
            <th scope="col" className="px-3 py-1.5 text-right font-[560]">
              {t("number")}
            </th>
          </tr>
        </thead>
        <tbody>
          {daily.toReversed().map(({ day, views }) => (
            <tr key={day} className="border-t">
              <th scope="row" className="px-3 py-1 text-left font-[450]">
                {format.dateTime(dateOf(day), { dateStyle: "long", timeZone: "UTC" })}
              </th>
              <td className="px-3 py-1 text-right">{format.number(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The views of a period: their number, and a chart or the table behind it. */
export function ViewsFigure({ views, asTable }: { views: Views; asTable: boolean }) {
  const t = useTranslations("dashboard.views");
  const format = useFormatter();
  const summary = useId();
  if (views.total === 0) return <p className="text-soft">{t("none", { days: views.daily.length })}</p>;
  const best = views.daily.reduce((a, b) => (b.views > a.views ? b : a));
  return (
    <>
      <p id={summary} className="mb-2">
        <span className="mr-1 text-[1.5rem] font-[600]">{format.number(views.total)}</span>{" "}
        <span className="text-soft">
          {t("most", {
            count: format.number(best.views),
            day: format.dateTime(dateOf(best.day), { day: "numeric", month: "long", timeZone: "UTC" }),
          })}
        </span>
      </p>
      {asTable ? (
        <ViewsTable daily={views.daily} />
      ) : (
        <div role="img" aria-labelledby={summary} className="h-56">
          <ViewsChart daily={views.daily} label={t("number")} dayLabel={t("day")} />
        </div>
      )}
    </>
  );
}
