"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Period, Views } from "../../lib/features/statistics/views-schema";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { Panel } from "./panel";
import { ViewsFigure } from "./views-figure";
import { ZoneNote } from "./zone-note";

type Props = { views: Views; days: Period; periods: readonly Period[]; mayMoveZone: boolean };

/** The views of a period as a chart, or as the table behind it. */
export function ViewsPanel({ views, days, periods, mayMoveZone }: Props) {
  const t = useTranslations("dashboard.views");
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={t("title")}
      className="lg:col-span-2"
      more={
        <div className="flex flex-wrap items-center gap-2">
          <nav aria-label={t("period")} className="flex rounded-md border p-0.5">
            {periods.map((period) => (
              <Link
                key={period}
                href={period === 30 ? "/admin" : `/admin?days=${period}`}
                scroll={false}
                {...(period === days && { "aria-current": "true" as const })}
                className={clsx(
                  "rounded px-2.5 py-1 text-[0.82rem] no-underline",
                  period === days ? "bg-ink/8 font-[560] text-ink" : "text-soft hover:text-ink",
                )}
              >
                {t("days", { days: period })}
              </Link>
            ))}
          </nav>
          {views.total > 0 && (
            <Button size="small" look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {t("asTable")}
            </Button>
          )}
        </div>
      }
    >
      <ViewsFigure views={views} asTable={asTable} />
      <ZoneNote timeZone={views.timeZone} mayMove={mayMoveZone} />
    </Panel>
  );
}
