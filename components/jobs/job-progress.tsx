"use client";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useSize } from "../media/use-size";
import type { ListedJob } from "./list";

/** Kinds whose steps are bytes. */
const inBytes: readonly string[] = ["back-up", "scheduled-backup", "verify-backup"];

/** How far a job is: n of m as a bar, n alone where nobody knows of how many. */
export function JobProgress({ row }: { row: ListedJob }) {
  const { kind, title, state, progressDone: done, progressTotal } = row;
  // A backup's size is estimated before it is packed: what is done has needed no more.
  const total = state === "DONE" ? done : progressTotal;
  // What happens again and again waits after it was done, with the numbers of that time.
  const isDoneBefore = state === "WAITING" && done > 0 && done === total;
  const t = useTranslations("jobs");
  const sized = useTranslations("moving");
  const size = useSize();
  if (!total || isDoneBefore)
    return (
      <span className={clsx("text-soft", (done === 0 || isDoneBefore) && "max-sm:hidden")}>
        {done > 0 && !isDoneBefore ? t("done1", { done }) : "–"}
      </span>
    );
  const share = Math.min(1, done / total);
  return (
    <span className="inline-grid w-24 gap-1 text-[0.82rem] text-soft tabular-nums">
      {inBytes.includes(kind)
        ? sized("sized", { done: size(done), total: size(total) })
        : t("progress", { done, total })}
      <span
        role="progressbar"
        aria-label={t("progressOf", { title })}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={total}
        className="block h-1.5 overflow-hidden rounded-full bg-rule"
      >
        <span
          className={clsx("block h-full rounded-full", state === "FAILED" ? "bg-wrong" : "bg-good")}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}
