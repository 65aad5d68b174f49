"use client";
import { useFormatter, useTranslations } from "next-intl";
import type { ActionDialog } from "../resource/resource";
import { useListing } from "../resource/listing";
import { Dialog, DialogContent } from "../ui/dialog";
import { useTimeZone } from "../ui/time-zone";
import { When } from "../ui/when";
import { JobProgress } from "./job-progress";
import type { ListedJob } from "./list";

/** A line of a log begins with its time. */
const partsOf = (line: string): [Date | null, string] => {
  const [stamp = ""] = line.split(" ", 1);
  const time = new Date(stamp);
  return Number.isNaN(time.getTime()) ? [null, line] : [time, line.slice(stamp.length + 1)];
};

/** What a job has done and said; follows it while it runs. */
export const JobLog: ActionDialog<ListedJob> = ({ row: opened, onClose }) => {
  const t = useTranslations("jobs");
  const format = useFormatter();
  const timeZone = useTimeZone();
  const rows = useListing().rows as readonly ListedJob[];
  const row = rows.find(({ id }) => id === opened?.id) ?? opened;
  if (!row) return null;
  const facts = [
    ["created", row.createTime],
    ["starts", row.state === "WAITING" ? row.runAt : null],
    ["started", row.startTime],
    ["ended", row.endTime],
  ] as const;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={row.title} className="w-[min(44rem,calc(100vw-1.5rem))]!">
        <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
          <div>
            <dt className="text-[0.78rem] text-soft">{t("columns.state")}</dt>
            <dd>{t(`states.${row.state}`)}</dd>
          </div>
          <div>
            <dt className="text-[0.78rem] text-soft">{t("attempts")}</dt>
            <dd>{row.attempts}</dd>
          </div>
          {facts.map(
            ([name, time]) =>
              time && (
                <div key={name}>
                  <dt className="text-[0.78rem] text-soft">{t(name)}</dt>
                  <dd>
                    <When at={time} />
                  </dd>
                </div>
              ),
          )}
        </dl>
        {row.state === "RUNNING" && (
          <p className="mb-4">
            <JobProgress row={row} />
          </p>
        )}
        {row.log.length === 0 ? (
          <p className="text-soft">{t("noLog")}</p>
        ) : (
          <ol
            // Scrolls, so the keyboard has to reach it.
            tabIndex={0}
            aria-label={t("actions.log")}
            className="max-h-[50vh] overflow-y-auto rounded-md border bg-paper px-3 py-2 font-mono text-[0.78rem] leading-relaxed"
          >
            {row.log.map((line, at) => {
              const [time, words] = partsOf(line);
              return (
                <li key={`${at} ${line}`} className="wrap-anywhere">
                  {time && (
                    <time dateTime={time.toISOString()} className="mr-2.5 text-soft" suppressHydrationWarning>
                      {format.dateTime(time, { dateStyle: "short", timeStyle: "medium", timeZone })}
                    </time>
                  )}
                  {words}
                </li>
              );
            })}
          </ol>
        )}
      </DialogContent>
    </Dialog>
  );
};
