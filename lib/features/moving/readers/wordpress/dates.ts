const written = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/;
const MINUTE = 60_000;
/** The farthest that a zone is from UTC, in minutes. */
const FARTHEST = 15 * 60;

/** The instant of such a date taken as UTC; null for one that does not exist. */
export function instantOf(text: string): number | null {
  const [, ...parts] = written.exec(text.trim()) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (year < 1000 || month < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  // 31 February would become a day of March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : null;
}

/** The instant of an RSS date; null for "Mon, 30 Nov -0001". */
export function instantOfRss(text: string): number | null {
  const time = /-\d{4}/.test(text.slice(0, 20)) ? Number.NaN : Date.parse(text);
  return Number.isFinite(time) && time >= Date.UTC(1000) && time < Date.UTC(10_000) ? time : null;
}

/**
 * How far the old site's clock was from UTC, by the records that have both times. A site may have moved, and has summer
 * time.
 */
export class ZoneOffsets {
  #seen: { time: number; minutes: number }[] = [];
  #isSorted = true;

  note(gmt: string, local: string): void {
    const [time, there] = [instantOf(gmt), instantOf(local)];
    if (time === null || there === null) return;
    const minutes = (there - time) / MINUTE;
    if (!Number.isInteger(minutes) || Math.abs(minutes) > FARTHEST || minutes % 15 !== 0) return;
    const last = this.#seen.at(-1);
    if (last?.minutes === minutes && last.time === time) return;
    this.#seen.push({ time, minutes });
    this.#isSorted = false;
    if (this.#seen.length % 10_000 === 0) this.#thin();
  }

  /** The instant of a local time, by the record nearest in time; as UTC where there is none. */
  instantOf(local: string): number | null {
    const there = instantOf(local);
    if (there === null) return null;
    if (!this.#isSorted) this.#thin();
    let [low, high] = [0, this.#seen.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#seen[middle]?.time ?? 0) < there) low = middle + 1;
      else high = middle;
    }
    const near = [this.#seen[low - 1], this.#seen[low]].filter((each) => each !== undefined);
    near.sort((a, b) => Math.abs(a.time - there) - Math.abs(b.time - there));
    return there - (near[0]?.minutes ?? 0) * MINUTE;
  }

  /** Sorts, and keeps of equal neighbours the first and the last. */
  #thin(): void {
    this.#seen.sort((a, b) => a.time - b.time);
    this.#seen = this.#seen.filter(
      ({ minutes }, i, all) => all[i - 1]?.minutes !== minutes || all[i + 1]?.minutes !== minutes,
    );
    this.#isSorted = true;
  }
}
