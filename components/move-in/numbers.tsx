"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { ImportOverview } from "../../lib/features/moving/imports/schema";

const outcomes = ["imported", "updated", "unchanged", "skipped", "failed"] as const;

/** How many records of each kind became what; outcomes that no record had are left out. */
export function Numbers({ kinds, dryRun }: Pick<ImportOverview, "kinds" | "dryRun">) {
  const t = useTranslations("imports");
  const format = useFormatter();
  const rows = (Object.entries(kinds) as [keyof typeof kinds, Record<(typeof outcomes)[number], number>][]).filter(
    ([, counts]) => outcomes.some((outcome) => counts[outcome] > 0),
  );
  const columns = outcomes.filter(
    (outcome) => outcome === "imported" || rows.some(([, counts]) => counts[outcome] > 0),
  );
  if (rows.length === 0) return null;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-[0.92rem]">
        <caption className="sr-only">{t("numbers")}</caption>
        <thead>
          <tr className="text-[0.8rem] text-soft">
            <th scope="col" className="py-1.5 pr-3 text-left font-normal">
              {t("kind")}
            </th>
            {columns.map((outcome) => (
              <th key={outcome} scope="col" className="px-2 py-1.5 text-right font-normal">
                {t(`${dryRun ? "would" : "outcomes"}.${outcome}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([kind, counts]) => (
            <tr key={kind} className="border-t">
              <th scope="row" className="py-1.5 pr-3 text-left font-[520]">
                {t(`recordKinds.${kind}`)}
              </th>
              {columns.map((outcome) => (
                <td key={outcome} className="px-2 py-1.5 text-right tabular-nums">
                  {counts[outcome] === 0 ? <span className="text-soft">–</span> : format.number(counts[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
