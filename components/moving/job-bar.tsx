"use client";
import { useFormatter, useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Progress } from "../ui/progress";
import { useMovingNow } from "../ui/moving-now";

type Props = {
  label: string;
  done: number;
  /** 0 or null: not known yet. */
  total: number | null;
  startTime: Date | string | null;
  isStopping: boolean;
  /** Without it, it cannot be stopped. */
  onCancel?: () => void;
  isBusy?: boolean;
  /** Writes an amount where the steps are no plain numbers. */
  write?: (amount: number) => string;
};

/** Parts of the whole below which nobody can tell how long the rest takes. */
const TOO_EARLY = 0.03;

/** Milliseconds that the rest takes, as fast as it went so far; null where that is not known. */
function timeLeft(done: number, total: number | null, startTime: Date | string | null, now: number) {
  if (!total || startTime === null || done / total < TOO_EARLY) return null;
  return ((now - new Date(startTime).getTime()) / done) * (total - done);
}

/** How far work in the background is, in counted steps, with the time left. */
export function JobBar({ label, done, total, startTime, isStopping, onCancel, isBusy, write }: Props) {
  const t = useTranslations("moving");
  const format = useFormatter();
  const now = useMovingNow();
  const left = timeLeft(done, total, startTime, now.getTime());
  const counted = (all: number) =>
    write ? t("sized", { done: write(done), total: write(all) }) : t("counted", { done, total: all });
  const minutes = left === null ? null : Math.ceil(left / 60_000);
  return (
    <div role="status">
      <p className="mb-2">{label}</p>
      <Progress label={label} part={total ? done / total : null} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="mr-auto text-[0.86rem] text-soft tabular-nums" suppressHydrationWarning>
          {total ? counted(total) : t("begins")}
          {minutes !== null && ` · ${t("left", { minutes: format.number(minutes) })}`}
        </p>
        {onCancel && (
          <Button size="small" onClick={onCancel} disabled={isBusy || isStopping}>
            {isStopping ? t("stopping") : t("cancel")}
          </Button>
        )}
      </div>
      <p className="mt-1 text-[0.86rem] text-soft">{t("goesOn")}</p>
    </div>
  );
}
