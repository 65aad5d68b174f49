"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Result } from "../../lib/doors/result";
import { type Period, type Views } from "../../lib/features/statistics/views-schema";
import { ViewsFigure } from "../home/views-figure";
import { Button } from "../ui/button";
import { Dialog, DialogContent } from "../ui/dialog";

/** Asks for the views of a text. */
export type AskViews = (id: number, days: Period) => Promise<Result<Views>>;

type Props = { text: { id: number; title: string }; ask: AskViews; onClose: () => void };
const offered: readonly Period[] = [30, 365];

/** The views of one text by day. */
export function ViewsDialog({ text: { id, title }, ask, onClose }: Props) {
  const t = useTranslations("dashboard.views");
  const list = useTranslations("list");
  const [days, setDays] = useState<Period>(30);
  const [asTable, setAsTable] = useState(false);
  const [shown, setShown] = useState<{ days: Period; answer: Result<Views> | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void ask(id, days)
      .catch(() => null)
      .then((answer) => isWanted && setShown({ days, answer }));
    return () => {
      isWanted = false;
    };
  }, [ask, id, days]);
  const answer = shown?.days === days ? shown.answer : undefined;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("of", { title })} className="w-[min(44rem,calc(100vw-1.5rem))]!">
        <div className="mb-3 flex flex-wrap gap-2">
          <div role="group" aria-label={t("period")} className="mr-auto flex gap-1">
            {offered.map((each) => (
              <Button key={each} size="small" aria-pressed={each === days} onClick={() => setDays(each)}>
                {t("days", { days: each })}
              </Button>
            ))}
          </div>
          {answer?.ok && answer.data.total > 0 && (
            <Button size="small" look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {t("asTable")}
            </Button>
          )}
        </div>
        <div className="min-h-64">
          {answer?.ok && <ViewsFigure views={answer.data} asTable={asTable} />}
          {answer !== undefined && !answer?.ok && (
            <p role="alert" className="text-wrong">
              {answer?.error.message ?? list("failed")}
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
