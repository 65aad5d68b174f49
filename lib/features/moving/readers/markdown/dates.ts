const written =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?:T|t|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?)?)?$/i;
const datedName = /^(\d{4})-(\d{1,2})-(\d{1,2})-(?=.)/;

function offsetMinutes(zone: string | undefined): number {
  const found = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone ?? "");
  if (!found) return 0;
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0);
  return found[1] === "-" ? -minutes : minutes;
}

function instant(year: number, month: number, day: number, hour = 0, minute = 0, second = 0, ms = 0): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  date.setUTCFullYear(year, month - 1, day);
  // 31 February would silently become a day in March.
  const same =
    year > 0 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return same ? date : undefined;
}

/**
 * Reads a date of front matter: a day (midnight UTC), day and time with or without an offset (UTC), ISO 8601, or
 * seconds or milliseconds since 1970. Undefined where it is none of these.
 */
export function parseDate(text: string): Date | undefined {
  if (/^\d{9,10}$/.test(text)) return new Date(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return new Date(Number(text));
  const found = written.exec(text);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour, minute, second] = found
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const local = instant(year, month, day, hour, minute, second, Number((found[7] ?? "").padEnd(3, "0").slice(0, 3)));
  const offset = offsetMinutes(found[8]);
  return local && Math.abs(offset) <= 14 * 60 ? new Date(local.getTime() - offset * 60_000) : undefined;
}

/** Splits `2013-05-06-title` into its day and the rest. */
export function splitDatedName(name: string): { date: Date | undefined; rest: string } {
  const found = datedName.exec(name);
  const date = found ? instant(Number(found[1]), Number(found[2]), Number(found[3])) : undefined;
  return { date, rest: date && found ? name.slice(found[0].length) : name };
}
