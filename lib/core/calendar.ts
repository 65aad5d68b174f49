const DAY_MS = 86_400_000;

/** Whether this names a time zone of the IANA database, such as `Europe/Lisbon`. */
export function isTimeZone(name: string): boolean {
  // Fixed offsets such as "+01:00" are no zones: they do not follow the clocks of a place.
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Names are the same in small and capital letters, so readers' browsers can name any number; each takes some 10 KB. */
const MOST_FORMATS = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const two = "2-digit" as const;
    const parts = { year: "numeric", month: two, day: two, hour: two, minute: two, hourCycle: "h23" } as const;
    const usual = { calendar: "gregory", numberingSystem: "latn" };
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(timeZone, (format = new Intl.DateTimeFormat("en", { ...parts, ...usual, timeZone })));
  }
  return format;
}

/** What clocks in a time zone show at an instant, in the form of `datetime-local`: "2026-11-23T08:05". */
export function wallClock(instant: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year?.padStart(4, "0")}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/**
 * The instant at which clocks in a time zone show this; null for no time. Where the clocks skip it, the one as long
 * after the change; where they show it twice, one of both.
 */
export function instantAt(wall: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return null;
  const ahead = (at: number) => Date.parse(`${wallClock(new Date(at), timeZone)}Z`) - at;
  const first = asUtc - ahead(asUtc);
  const second = asUtc - ahead(first);
  return new Date(
    second === first || wallClock(new Date(second), timeZone) === wall ? second : Math.max(first, second),
  );
}

/** Year, month and day that a calendar in a time zone shows at an instant, as in ISO 8601. */
export function dateIn(timeZone: string, at: Date): { year: string; month: string; day: string } {
  // UTC is what most sites have, and much faster so.
  const text = timeZone === "UTC" ? at.toISOString() : wallClock(at, timeZone);
  const [year = "", month = "", day = ""] = text.slice(0, 10).split("-");
  return { year, month, day };
}

/** The last instant that dates know, for months after the year 9999. */
const LAST_MS = 8.64e15;

/** When a month begins in a time zone; months count from 1, and 13 is the first of the next year. */
export function beginOfMonth(year: number, month: number, timeZone: string): Date {
  const first = new Date(Date.UTC(year, month - 1));
  return (
    (first.getUTCFullYear() > 9999 ? null : beginOfDay(first.toISOString().slice(0, 10), timeZone)) ?? new Date(LAST_MS)
  );
}

/** The day on the calendar of a time zone, as the number of days since 1970-01-01. */
export const dayIn = (timeZone: string, at: Date): number => Date.parse(wallClock(at, timeZone).slice(0, 10)) / DAY_MS;

/** Such a day as ISO 8601: `2026-11-23`. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** When such a day begins in a time zone, or one as many days later; null for no day. */
export const beginOfDay = (day: string, timeZone: string, later = 0): Date | null => {
  const at = Date.parse(day);
  return Number.isNaN(at) ? null : instantAt(`${isoDay(at / DAY_MS + later)}T00:00`, timeZone);
};
