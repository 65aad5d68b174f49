"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { removeReplacedAction } from "../../app/admin/tools/backups/actions";
import type { ReplacedData } from "../../lib/features/backups/schema";
import { useSize } from "../media/use-size";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { useTimeZone } from "../ui/time-zone";
import { useAction } from "../ui/use-action";

/** The data that restores replaced, which stays until somebody deletes it. */
export function ReplacedList({ replaced }: { replaced: readonly ReplacedData[] }) {
  const t = useTranslations("backups.replacedData");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const size = useSize();
  const { run, isBusy } = useAction();
  const [asked, setAsked] = useState<ReplacedData | null>(null);
  const when = ({ replaceTime }: ReplacedData) =>
    format.dateTime(new Date(replaceTime), { dateStyle: "medium", timeStyle: "medium", timeZone });
  return (
    <section aria-labelledby="replaced-data" className="mt-8 max-w-2xl">
      <h2 id="replaced-data">{t("title")}</h2>
      <p className="mt-1 mb-3 text-soft">
        {t.rich("text", { code: (words) => <code className="text-[0.85em]">{words}</code> })}
      </p>
      <ul className="divide-y rounded-lg border bg-raised">
        {replaced.map((each) => (
          <li key={each.name} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-40 grow basis-0">
              <span suppressHydrationWarning>{when(each)}</span>
              <div className="mt-px font-mono text-[0.76rem] wrap-anywhere text-soft">replaced/{each.name}</div>
            </div>
            <span className="whitespace-nowrap">{size(each.size)}</span>
            <Button
              size="small"
              disabled={isBusy}
              aria-label={t("deleteNamed", { when: when(each) })}
              onClick={() => setAsked(each)}
              suppressHydrationWarning
            >
              {t("delete")}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t("deleteTitle")}
          text={t("deleteText", { when: when(asked) })}
          action={t("delete")}
          onConfirm={() => run(() => removeReplacedAction({ name: asked.name }), t("deleted"))}
        />
      )}
    </section>
  );
}
