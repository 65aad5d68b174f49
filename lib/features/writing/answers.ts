import type { Actor } from "../../core/access";
import { isLockedFor } from "../visibility/texts";
import { type ItemRow, type Related, type WholeRow, workingTextOf } from "./rows";

type Found = ItemRow & Related;

/** A record as those who work on it see it: the working text where there is one. */
export const forDashboard = <R extends WholeRow & Related>(record: R) =>
  Object.assign(record, workingTextOf(record), { locked: record.locks.length > 0 });

/** The same in a list, with its texts where they were read. Filled in place: spreading so many columns is what such a list would feel. */
export function forDashboardList<R extends Found | (WholeRow & Related)>(row: R): R & { locked: boolean } {
  const record = row as R & { locked: boolean };
  record.locked = row.locks.length > 0;
  if ("content" in row) Object.assign(record, workingTextOf(row));
  return record;
}

/** What is said of a text beside its title: what somebody wrote, otherwise how it begins. */
function summaryOf({ summary, excerpt }: Pick<ItemRow, "summary" | "excerpt">) {
  const hasSummary = summary.trim() !== "";
  return { hasSummary, summary: hasSummary ? summary : excerpt };
}

/** What everybody may know of a record that a password stands before; categories and tags where it has any. */
const toldOfLocked = [
  "id",
  "title",
  "slug",
  "url",
  "status",
  "createTime",
  "updateTime",
  "topPriority",
  "disallowComment",
  "author",
  "categories",
  "tags",
] as const;
type ToldOfLocked<R> = Pick<R, Extract<keyof R, (typeof toldOfLocked)[number]>>;

/**
 * A record as this visitor may see it: of a locked one nothing but title, dates and address. Its working text is nothing
 * to readers, so they are told when the text that they see was changed.
 */
export function forVisitor<R extends Found>(record: R, actor: Actor) {
  if (!isLockedFor(actor, record, record.locks)) {
    return Object.assign(record, summaryOf(record), { updateTime: record.editTime, locked: false });
  }
  const told = Object.fromEntries(
    toldOfLocked.flatMap((name) => (name in record ? [[name, record[name as keyof R]]] : [])),
  );
  return { ...(told as ToldOfLocked<R>), updateTime: record.editTime, locked: true };
}
