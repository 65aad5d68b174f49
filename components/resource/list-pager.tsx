"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { Select } from "../ui/select";
import { addressOf, isNarrowed, pageSizes } from "./list-place";
import { useListing } from "./listing";
import { useDashboardRouter } from "../ui/use-dashboard-router";

/** The current page, links to its neighbours, and the size of pages. */
export function ListPager() {
  const { resource, view, total } = useListing();
  const { place } = resource;
  const t = useTranslations("list.pager");
  const router = useDashboardRouter();
  const last = Math.max(1, Math.ceil(total / view.size));
  const from = (view.page - 1) * view.size + 1;
  const step = (page: number, label: string, Icon: typeof ChevronLeft) => {
    const isThere = page >= 1 && page <= last;
    return (
      <Button asChild size="smallIcon">
        {isThere ? (
          <Link href={addressOf(place, view, { page })} aria-label={label}>
            <Icon aria-hidden />
          </Link>
        ) : (
          <span role="link" aria-disabled="true" aria-label={label}>
            <Icon aria-hidden />
          </span>
        )}
      </Button>
    );
  };
  if (total <= (pageSizes[0] ?? 20))
    return total > 0 && isNarrowed(place, view) ? (
      <p role="status" className="mt-3 text-soft">
        {t("found", { total })}
      </p>
    ) : null;
  return (
    <nav aria-label={t("label")} className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
      <p className="mr-auto">{t("range", { from, to: Math.min(from + view.size - 1, total), total })}</p>
      <label className="flex items-center gap-2">
        {t("size")}
        <Select
          value={view.size}
          onChange={(event) =>
            router.replace(addressOf(place, view, { size: Number(event.target.value) }), { scroll: false })
          }
        >
          {[...new Set([...pageSizes, view.size])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </Select>
      </label>
      <div className="flex gap-1.5">
        {step(view.page - 1, t("previous"), ChevronLeft)}
        {step(view.page + 1, t("next"), ChevronRight)}
      </div>
    </nav>
  );
}
