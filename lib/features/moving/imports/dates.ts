import { FIRST_INSTANT, LAST_INSTANT } from "../../../core/fields";
import type { OpenSource } from "../reading";

type Dated = { createTime: Date | null; updateTime?: Date | null; editTime?: Date | null };

const possible = (date: Date | null | undefined): Date | null =>
  date && date.getTime() >= FIRST_INSTANT && date.getTime() <= LAST_INSTANT ? date : null;

/**
 * The dates of a record: its own, or else the next best one, with a word about that. The present moment is the last
 * resort.
 */
export function datesOf(
  record: Dated,
  { exportTime }: Pick<OpenSource, "exportTime">,
  startTime: Date,
): { createTime: Date; updateTime: Date; editTime: Date; warnings: string[] } {
  const [own, updated, edited] = [record.createTime, record.updateTime, record.editTime].map(possible);
  const written = possible(exportTime);
  const createTime = own ?? edited ?? updated ?? written ?? startTime;
  const from = edited || updated ? "of its last change" : written ? "of the export" : "of this import";
  // A text that is planned was last edited before its publication.
  const last = createTime < startTime ? createTime : startTime;
  return {
    createTime,
    updateTime: updated ?? edited ?? last,
    editTime: edited ?? updated ?? last,
    warnings: own ? [] : [`it has no date that can be read; that ${from} is used, ${createTime.toISOString()}`],
  };
}
