"use client";
import { Globe } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { useDesk } from "./desk";

/**
 * Lists the other addresses that visitors use, and what to do about it; dismissed until the dashboard is loaded again.
 */
export function VisitorsNotice() {
  const t = useTranslations("admin.address");
  const format = useFormatter();
  const { shell, putAway, onPutAway } = useDesk();
  const { siteUrl, siteUrlIsSet, visitedHosts } = shell;
  if (visitedHosts.length === 0 || putAway.has("visitors")) return null;
  const hosts = format.list(visitedHosts.map(({ host, visits }) => t("host", { host, count: visits })));
  return (
    <section
      aria-label={t("visitors")}
      className="mb-4 flex flex-wrap items-start gap-3 rounded-md border border-rule bg-raised p-3 text-[0.9rem]"
    >
      <Globe aria-hidden className="mt-1 size-4 shrink-0 text-soft" />
      <div className="grid min-w-60 grow basis-0 gap-1 break-words">
        <p>{t("visitorsText", { hosts, there: siteUrl })}</p>
        <p className="text-soft">{t(siteUrlIsSet ? "visitorsFixed" : "visitorsDo", { there: siteUrl })}</p>
      </div>
      <Button size="small" onClick={() => onPutAway("visitors")}>
        {t("putAway")}
      </Button>
    </section>
  );
}
